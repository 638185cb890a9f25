import { existsSync } from 'node:fs'
import { installFromDebian, onPath } from './system-tools.mjs'

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/**
 * Returns the browser of the e2e tests: CHROMIUM_PATH, else Debian's headless shell, which is installed where
 * that is possible, else the system's browser or Playwright's own. The headless shell renders no window and
 * takes two thirds of the time. Throws one line that names the package to install.
 */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const shell = 'chromium-headless-shell'
  const path =
    onPath(shell) ??
    (await installFromDebian(shell)) ??
    onPath('chromium') ??
    onPath('google-chrome') ??
    (await playwrightsOwn())
  if (path) return path
  throw new Error(
    'The e2e tests need a browser: install chromium or google-chrome, or set CHROMIUM_PATH to one.',
  )
}
