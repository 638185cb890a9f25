import { existsSync } from 'node:fs'
import { installFromDebian, onPath } from './system-tools.mjs'

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/**
 * Returns the browser of the e2e tests: CHROMIUM_PATH, the system's, or Playwright's own; else installs
 * Debian's where that is possible. Throws one line that says what to install.
 */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const found = onPath('chromium') ?? onPath('google-chrome') ?? (await playwrightsOwn())
  const path = found ?? (await installFromDebian('chromium'))
  if (path) return path
  throw new Error(
    'The e2e tests need a browser: install chromium or google-chrome, or set CHROMIUM_PATH to one.',
  )
}
