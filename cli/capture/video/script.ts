import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onOneLine } from '#shared/text/printable'
import { Failure, usageFailure } from '../../failure'
import type { Browser } from '../browser/browser'
import { playwrightOfRepository } from '../browser/find-browser'
import type { Tab, TabTimes } from '../browser/tab'
import { smallPage } from './small-page'

/** The loaded script. `run` is its default export: it uses the page, and the video ends when it returns. */
export interface Script {
  run: (context: { page: unknown; url: string }) => Promise<unknown>
  file: string
}

/** The time limit of a script, as a multiple of the time limit of one step, such as a click. */
const STEPS = 6
/** The maximum number of characters of an error that are shown. */
const MAX_REASON = 300

/** Loads the default export of a module. Throws a usage failure if it is not a function. */
export async function loadScript(path: string): Promise<Script> {
  const file = resolve(path)
  if (!existsSync(file)) throw usageFailure(`There is no file "${path}".`, 'Check the path of --script.')
  const form = 'export default async ({ page }) => { await page.click("#buy") }'
  try {
    const module = (await import(pathToFileURL(file).href)) as { default?: unknown }
    if (typeof module.default === 'function') return { run: module.default as Script['run'], file }
  } catch (error) {
    throw usageFailure(
      `The script "${path}" could not be loaded: ${reasonOf(error, file)}.`,
      `It is an ES module: ${form}`,
    )
  }
  throw usageFailure(`The script "${path}" has no default export that is a function.`, `Write: ${form}`)
}

/**
 * Runs a script with the page of a tab: the `Page` of Playwright if the repository has Playwright, else
 * {@link smallPage}. Throws a failure if the script fails or exceeds its time limit.
 */
export async function runScript(
  script: Script,
  { browser, tab, url, times }: { browser: Browser; tab: Tab; url: string; times: TabTimes },
): Promise<void> {
  const timeout = times.selector * STEPS
  const page = (await playwrightPage(browser, times.selector)) ?? smallPage(tab, timeout)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not end within ${timeout / 1000} s`)), timeout)
  })
  try {
    await Promise.race([script.run({ page, url }), late])
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(
      'script_failed',
      `The script failed: ${reasonOf(error, script.file)}.`,
      'Nothing was sent. Correct the script, or wait longer with --timeout.',
    )
  } finally {
    clearTimeout(timer)
  }
}

interface PlaywrightPage {
  goto: (url: string, options?: unknown) => Promise<unknown>
  url: () => string
  setDefaultTimeout: (ms: number) => void
}
interface PlaywrightBrowser {
  contexts: () => { pages: () => PlaywrightPage[] }[]
}

/**
 * Returns the Playwright `Page` of the first tab of the browser; null if the repository has no Playwright.
 */
async function playwrightPage(browser: Browser, timeout: number): Promise<PlaywrightPage | null> {
  const playwright = playwrightOfRepository()
  if (!playwright) return null
  const connected = (await playwright.chromium.connectOverCDP(await browser.endpoint())) as PlaywrightBrowser
  const page = connected.contexts()[0]?.pages()[0]
  if (!page) return null
  page.setDefaultTimeout(timeout)
  const open = page.goto.bind(page)
  page.goto = async (url, options) => open(new URL(url, page.url()).href, options)
  return page
}

/**
 * Returns the first line of an error message, without color codes, and the line of the script that caused it.
 */
function reasonOf(error: unknown, file: string): string {
  const { message = String(error), stack = '' } = (error ?? {}) as Partial<Error>
  // eslint-disable-next-line no-control-regex -- Playwright colors its messages.
  const plain = message.replace(/\x1B\[[\d;]*m/g, '')
  const [first = ''] = plain.split('\n')
  // The call log in an error message of Playwright names the element that it waited for.
  const [, awaited] = /- (waiting for .+)/.exec(plain) ?? []
  const after = stack.split(pathToFileURL(file).href)[1] ?? ''
  const line = /^(?:\?[^:]*)?:(\d+)/.exec(after)?.[1]
  const reason = [onOneLine(first).replace(/[.:]$/, ''), awaited].filter(Boolean).join(', ')
  return `${reason.slice(0, MAX_REASON)}${line === undefined ? '' : ` (${basename(file)}:${line})`}`
}
