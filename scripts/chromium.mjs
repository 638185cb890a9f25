import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { env, run, say } from './lib.mjs'

function onPath(name) {
  return env.PATH.split(delimiter)
    .map(folder => join(folder, name))
    .find(path => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/**
 * The browser of the e2e tests: CHROMIUM_PATH, the system's, Playwright's own; else Debian's is installed
 * where that is possible. Throws one line that says what to install.
 */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const found = onPath('chromium') ?? onPath('google-chrome') ?? (await playwrightsOwn())
  if (found) return found
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    say("chromium: installing Debian's (about a minute)")
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    await run('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] })
    return onPath('chromium')
  }
  throw new Error(
    'The e2e tests need a browser: install chromium or google-chrome, or set CHROMIUM_PATH to one.',
  )
}
