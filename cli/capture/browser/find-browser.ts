import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join, sep } from 'node:path'
import { Failure } from '../../failure'

/** The environment variables with the path of a browser. Other tools use the same names. */
const variables = ['CHROME_PATH', 'CHROMIUM_PATH'] as const
/** The names of Chrome and Chromium in `PATH`, on Linux. */
const names = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'chromium-headless-shell',
  'chrome',
  'microsoft-edge',
]
const macFolders = ['/Applications', join(process.env.HOME ?? '', 'Applications')]
const macPlaces = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  name => `${name}.app/Contents/MacOS/${name}`,
)
const windowsFolders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
const windowsPlaces = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * Returns the path of a browser: the one in `CHROME_PATH` or `CHROMIUM_PATH`, else the Chromium of the
 * Playwright that the repository has, else the Chrome, Chromium or Edge of the machine. If there is none,
 * throws a failure with the command that installs a browser.
 */
export function findBrowser(): string {
  for (const each of variables) {
    const path = process.env[each]
    if (!path) continue
    if (existsSync(path)) return path
    throw new Failure('no_browser', `There is no browser at ${each}, "${path}".`, 'Correct or unset it.')
  }
  const found = browserOfPlaywright() ?? browsersOfMachine().find(each => existsSync(each))
  if (found) return found
  throw new Failure(
    'no_browser',
    'No Chrome, Chromium or Edge was found.',
    'Run "npx playwright install chromium", or install Chrome, or set CHROME_PATH.',
  )
}

/** A part of the API of Playwright. */
export interface Playwright {
  chromium: {
    executablePath: () => string
    connectOverCDP: (endpoint: string) => Promise<unknown>
  }
}

/** Returns the Playwright that is installed in the repository; null if it has none. */
export function playwrightOfRepository(): Playwright | null {
  const require = createRequire(join(process.cwd(), 'package.json'))
  for (const name of ['playwright', '@playwright/test', 'playwright-core'])
    try {
      return require(name) as Playwright
    } catch {
      // The package is not installed, so the loop tries the next one.
    }
  return null
}

/** Returns the Chromium that Playwright has installed: the whole browser, or only the headless shell. */
function browserOfPlaywright(): string | null {
  const chromium = executableOf(playwrightOfRepository())
  if (chromium === null) return null
  if (existsSync(chromium)) return chromium
  // `playwright install --only-shell` installs only the headless shell, in the folder next to it.
  const parts = chromium.split(sep)
  const index = parts.findLastIndex(part => /^chromium-\d+$/.test(part))
  const shell = [
    ...parts.slice(0, index),
    (parts[index] ?? '').replace('chromium', 'chromium_headless_shell'),
  ]
  return index < 0 ? null : findShell(shell.join(sep))
}

function executableOf(playwright: Playwright | null): string | null {
  try {
    return playwright?.chromium.executablePath() ?? null
  } catch {
    return null
  }
}

function findShell(folder: string): string | null {
  if (!existsSync(folder)) return null
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const found = files.find(each =>
    /(?:^|[/\\])(?:chrome-headless-shell|headless_shell)(?:\.exe)?$/.test(each),
  )
  return found === undefined ? null : join(folder, found)
}

function browsersOfMachine(): string[] {
  if (process.platform === 'darwin')
    return macFolders.flatMap(folder => macPlaces.map(place => join(folder, place)))
  if (process.platform === 'win32')
    return windowsFolders.flatMap(name => {
      const folder = process.env[name]
      return folder ? windowsPlaces.map(place => join(folder, place)) : []
    })
  const folders = (process.env.PATH ?? '').split(delimiter).filter(each => each !== '')
  return names.flatMap(name => [...folders, '/snap/bin'].map(folder => join(folder, name)))
}
