// The module that test files import. It runs in the worker processes of Playwright; the reporter runs in the
// process of the test runner.
import {
  test as base,
  type ConsoleMessage,
  type Locator,
  type Page,
  type PageScreenshotOptions,
  type Request,
  type TestInfo,
} from '@playwright/test'
import { limits } from '#shared/contract/kit/limits'
import { pageContextOf } from '../capture/page-script'
import { CONTEXT, EVENTS, EVIDENCE, type CollectedEvent, type RecordedPage } from './test-evidence'

export { expect } from '@playwright/test'

/**
 * Attaches a screenshot of a page or an element as evidence, with the elements that it shows. A picture with
 * masks has no elements, since these would reveal the content under the masks.
 */
export async function capture(
  target: Page | Locator,
  name = '',
  options: PageScreenshotOptions = {},
): Promise<void> {
  const info = base.info()
  const suffix = name === '' ? '' : `: ${name}`
  const body = await target.screenshot({ ...options, type: 'png' })
  await info.attach(EVIDENCE + suffix, { body, contentType: 'image/png' })
  if (options.mask && options.mask.length > 0) return
  const context = await readContext(target, options.fullPage === true)
  if (context !== null) await attachJson(info, CONTEXT + suffix, context)
}

/**
 * Returns the context of a picture that was just taken; null if the page was closed or left after the
 * picture.
 */
async function readContext(target: Page | Locator, isFullPage: boolean): Promise<unknown> {
  try {
    if (!('page' in target)) return await target.evaluate(pageContextOf(isFullPage ? 'page' : 'viewport'))
    const box = await target.boundingBox()
    return box && (await target.page().evaluate(pageContextOf(box)))
  } catch {
    return null
  }
}

const attachJson = (info: TestInfo, name: string, value: unknown) =>
  info.attach(name, { body: JSON.stringify(value), contentType: 'application/json' })

/**
 * The `test` of Playwright, which also attaches the events of pages that are recorded on video: console
 * messages, page errors and failed requests.
 */
export const test = base.extend({
  context: [
    async ({ context }, use, info) => {
      const pages: RecordedPage[] = []
      context.on('page', page => {
        if (page.video()) pages.push(record(page))
      })
      await use(context)
      if (pages.length > 0) await attachJson(info, EVENTS, pages)
    },
    { scope: 'test', box: true },
  ],
  page: [
    async ({ page }, use) => {
      if (page.video()) await paint(page)
      await use(page)
    },
    { scope: 'test', box: true },
  ],
})

/** The pages that are recorded on video, each with the events that were collected so far. */
const recorded = new WeakMap<Page, RecordedPage>()

/** Starts to collect the events of a page. */
function record(page: Page): RecordedPage {
  const collected: RecordedPage = { startedAt: Date.now(), events: [] }
  recorded.set(page, collected)
  const add = (event: Omit<CollectedEvent, 'at'>) => {
    if (collected.events.length < limits.contextEvents) collected.events.push({ at: Date.now(), ...event })
  }
  page.on('console', message => add(ofConsole(message)))
  page.on('pageerror', error =>
    add({ kind: 'error', level: 'error', text: error.message, detail: error.stack ?? null }),
  )
  page.on('requestfailed', request => {
    const reason = request.failure()?.errorText ?? 'failed'
    // The browser cancels running requests when the page is left. These are not failures.
    if (reason !== 'net::ERR_ABORTED') add(ofRequest(request, reason))
  })
  page.on('response', response => {
    if (response.status() >= 400) add(ofRequest(response.request(), String(response.status())))
  })
  return collected
}

function ofConsole(message: ConsoleMessage): Omit<CollectedEvent, 'at'> {
  const { url, lineNumber } = message.location()
  const type = message.type()
  return {
    kind: 'console',
    level: type === 'error' ? 'error' : type === 'warning' ? 'warning' : 'info',
    text: message.text(),
    detail: url === '' ? null : `${withoutQuery(url)}:${lineNumber + 1}`,
  }
}

const ofRequest = (request: Request, reason: string): Omit<CollectedEvent, 'at'> => ({
  kind: 'network',
  level: 'error',
  text: `${request.method()} ${withoutQuery(request.url())}: ${reason}`,
  detail: null,
})

/** Returns a URL without its query, which may contain secrets. */
const withoutQuery = (url: string) => url.replace(/[?#].*$/s, '')

/**
 * Makes a new, empty page paint a frame, because Playwright starts the video at the first painted frame.
 * Without this frame, the video of a slow page would start after the first steps of the test.
 */
async function paint(page: Page): Promise<void> {
  const collected = recorded.get(page)
  const before = Date.now()
  await page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const { style } = document.documentElement
        style.background = '#fefefe'
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            style.background = ''
            resolve()
          }),
        )
      }),
  )
  if (collected) collected.startedAt = Math.round((before + Date.now()) / 2)
}
