import { existsSync } from 'node:fs'
import { installFromDebian, onPath } from './system-tools.mjs'

/**
 * The arguments with which tests, benchmarks and scripts start a browser. They switch off the sandbox, which
 * containers do not allow, and the requests that the browser sends by itself.
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
 * Returns the path of the browser for the e2e tests: CHROMIUM_PATH, else Debian's headless shell, else the
 * browser of the system, else the browser of Playwright. Installs the headless shell if possible, because it
 * renders no window and needs only two thirds of the time. If there is no browser, throws an error that says
 * which package to install.
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
