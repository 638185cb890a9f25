import { existsSync } from 'node:fs'
import { installFromDebian, onPath } from './system-tools.mjs'

/**
 * The arguments of each browser of the tests, benchmarks and scripts: no sandbox, which containers do not
 * allow, and no requests of the browser's own.
 */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/**
 * Returns the browser for the e2e tests: CHROMIUM_PATH, else Debian's headless shell, else the system's
 * browser, else Playwright's own. Installs the headless shell if possible: it renders no window and needs
 * only two thirds of the time. If there is no browser, throws an error that says which package to install.
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
