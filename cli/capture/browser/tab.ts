import { setTimeout as sleep } from 'node:timers/promises'
import type { RevisionContext } from '#shared/contract/context'
import { Failure, usageFailure } from '../../failure'
import type { Picture } from '../page/shown-elements'
import { pageContextOf } from '../page-script'
import type { Browser } from './browser'
import type { Session } from './cdp'
import { callOf, evaluate, PageError } from './evaluate'
import { elementBox, pageSize, settlePage } from './in-page'
import { navigate } from './navigate'
import { failuresOf } from './page-failures'
import { watchTraffic } from './watch-traffic'

/** How a tab shows its page. Sizes are in CSS pixels. */
export interface View {
  width: number
  height: number
  scale: number
  isDark: boolean
  /** Whether animations of the page run, as they must in a video. */
  hasMotion?: boolean
}

/**
 * The time limits in milliseconds for loading a page, for finding an element, and for each response of a
 * loaded page.
 */
export interface TabTimes {
  load: number
  selector: number
  response: number
}

/** A tab of the browser. */
export interface Tab {
  session: Session
  /** Opens a URL and waits until it is loaded. Returns the HTTP status; 0 if there is none. */
  open: (url: string) => Promise<number>
  /** Waits until an element is visible. Throws a failure if that takes too long. */
  waitFor: (selector: string) => Promise<Point>
  /** Clicks the middle of an element, once it is visible. */
  click: (selector: string) => Promise<void>
  /** Waits until the page has no running request. */
  idle: () => Promise<void>
  /**
   * Waits until the page does not change any more: requests, fonts, images and animations have ended. Throws
   * a failure if the page reloads all the time.
   */
  settle: () => Promise<void>
  /** Returns a picture of the page as PNG, once it does not change any more. */
  picture: (isFull: boolean) => Promise<Buffer>
  /** Returns a picture of the page as it is at this moment. */
  snapshot: () => Promise<Buffer>
  /**
   * Returns the context of the page: its elements and texts. The paths of source files are not yet relative
   * to the repository.
   */
  context: (isFull: boolean) => Promise<RevisionContext>
  /** Evaluates an expression with the scripts of the page, within the time limit or `ms` milliseconds. */
  evaluate: <T>(expression: string, ms?: number) => Promise<T>
  close: () => Promise<void>
}

interface Size {
  width: number
  height: number
}
interface Point {
  x: number
  y: number
}

/** Milliseconds without a request after which a page whose fonts and images are loaded is idle. */
const SHORT_MS = 100
/** The interval between two checks of a condition of the page, in milliseconds. */
const POLL_MS = 100
/**
 * The number of further documents that a tab may show while it settles. A page that shows this many reloads
 * all the time.
 */
const MAX_DOCUMENTS = 10
/** The maximum number of pictures that are taken until two consecutive ones are the same. */
const MAX_PICTURES = 6
/** The maximum width and height of a picture in pixels. Graphics hardware cannot draw a larger one. */
const MAX_SIDE = 16_384
/** The maximum number of pixels of a picture. Servers refuse a larger one. */
const MAX_PIXELS = 100_000_000

/** The shortest time limit of the calls that open a tab, in milliseconds. No page can delay them. */
const OPEN_MS = 30_000

/** Opens a tab. */
export async function openTab(browser: Browser, view: View, times: TabTimes): Promise<Tab> {
  let address = 'about:blank'
  const failures = failuresOf(() => address)
  const limit = { ms: Math.max(times.response, OPEN_MS), late: failures.late, ended: failures.ended }
  const { close, ...session } = await (view.hasMotion ? browser.firstTab(limit) : browser.newTab(view, limit))
  const { send } = session
  const traffic = watchTraffic(session)
  // A dialog such as `alert()` would block the page, so it is accepted immediately.
  session.on('Page.javascriptDialogOpening', () => {
    void send('Page.handleJavaScriptDialog', { accept: true }).catch(() => {})
  })
  await Promise.all([
    send('Page.enable'),
    send('Network.enable'),
    send('Emulation.setDeviceMetricsOverride', {
      width: view.width,
      height: view.height,
      deviceScaleFactor: view.scale,
      mobile: false,
    }),
    send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: view.isDark ? 'dark' : 'light' },
        { name: 'prefers-reduced-motion', value: view.hasMotion ? 'no-preference' : 'reduce' },
      ],
    }),
    send('Emulation.setFocusEmulationEnabled', { enabled: true }),
  ])

  const { frameTree } = await send<{ frameTree: { frame: { id: string } } }>('Page.getFrameTree')
  let frameId = frameTree.frame.id
  /** The number of documents that the tab has shown. */
  let documents = 0
  session.on<{ frame: { id: string; parentId?: string } }>('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId !== undefined) return
    frameId = frame.id
    documents += 1
  })

  /**
   * Evaluates an expression in a world of its own, which has the elements of the page, but not the globals
   * and prototypes that scripts of the page can replace. Each document has another such world.
   */
  async function evaluateApart<T>(expression: string): Promise<T> {
    const { executionContextId: contextId } = await send<{ executionContextId: number }>(
      'Page.createIsolatedWorld',
      { frameId, worldName: 'exhibit' },
    )
    return evaluate<T>(session, expression, { contextId })
  }

  /** Returns the result of an evaluation. Throws a failure instead of an error that the page has caused. */
  async function explained<T>(result: Promise<T>): Promise<T> {
    try {
      return await result
    } catch (error) {
      if (error instanceof PageError) throw failures.broken(error)
      if (isNavigationError(error)) throw failures.reloading()
      throw error
    }
  }

  async function waitFor(selector: string): Promise<Point> {
    const until = Date.now() + times.selector
    for (;;) {
      const found = await explained(
        evaluateApart<Point | 'invalid' | null>(callOf(elementBox, selector)).catch(ignoreNavigationErrors),
      )
      if (found === 'invalid')
        throw usageFailure(`"${selector}" is not a CSS selector.`, 'Or name a text: "text=Add to cart".')
      if (found) return found
      if (Date.now() > until)
        throw new Failure(
          'not_found',
          `No visible element matched "${selector}" within ${times.selector / 1000} s.`,
          'Correct the selector, or wait longer with --timeout.',
        )
      await sleep(POLL_MS)
    }
  }

  async function click(selector: string): Promise<void> {
    const { x, y } = await waitFor(selector)
    const at = { x, y, button: 'left', clickCount: 1 }
    await send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
    await send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed' })
    await send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased' })
  }

  async function settle(): Promise<void> {
    const until = Date.now() + times.response
    const first = documents
    for (let count = 1; ; count += 1) {
      const before = documents
      await traffic.idle()
      const isSettled = await explained(evaluateApart<true>(callOf(settlePage)).catch(ignoreNavigationErrors))
      if (isSettled) await traffic.idle(SHORT_MS)
      if (isSettled && documents === before) return
      // A page may redirect or reload, for example when a development server has bundled a package.
      const isLate = count > 1 && Date.now() > until
      if (isLate || documents - first >= MAX_DOCUMENTS) throw failures.reloading()
    }
  }

  /** Returns the part of the page that a picture of the whole page shows, and whether the rest is cut off. */
  async function wholePage() {
    const { width, height } = await explained(evaluateApart<Size>(callOf(pageSize)))
    const side = Math.floor(MAX_SIDE / view.scale)
    const shown = Math.min(width, side)
    const most = Math.min(side, Math.floor(MAX_PIXELS / view.scale ** 2 / shown))
    const box = { x: 0, y: 0, width: shown, height: Math.min(height, most) }
    return { box, isCut: shown < width || most < height }
  }

  async function take(isFull: boolean): Promise<Buffer> {
    const clip = isFull ? { ...(await wholePage()).box, scale: 1 } : undefined
    const { data } = await send<{ data: string }>('Page.captureScreenshot', {
      format: 'png',
      ...(clip && { captureBeyondViewport: true, clip }),
    }).catch((error: unknown) => {
      if (error instanceof Failure) throw error
      throw isNavigationError(error) ? failures.reloading() : failures.undrawn()
    })
    return Buffer.from(data, 'base64')
  }

  return {
    session,
    evaluate: async (expression, ms) => evaluate(session, expression, { ms }),
    waitFor,
    click,
    settle,
    close,
    snapshot: async () => take(false),
    idle: traffic.idle,
    async open(url) {
      address = url
      limit.ms = times.response
      // Development servers often have certificates that no authority has signed, so certificates of local
      // addresses are not checked.
      if (isLocal(url)) await send('Security.setIgnoreCertificateErrors', { ignore: true })
      const { status, failure } = await navigate(session, url, times.load)
      if (failure === undefined) return status
      throw new Failure(
        'unreachable',
        `The page ${url} did not load: ${failure}.`,
        'Check that its server runs, or start it with --serve "npm run dev".',
      )
    },
    async picture(isFull) {
      const until = Date.now() + times.response
      if (isFull) await explained(evaluateApart('scrollTo(0, 0)'))
      let last = await take(isFull)
      for (let count = 1; count < MAX_PICTURES && Date.now() < until; count += 1) {
        const next = await take(isFull)
        if (next.equals(last)) return next
        last = next
        await explained(evaluateApart(callOf(settlePage)))
      }
      return last
    },
    async context(isFull) {
      const whole = isFull ? await wholePage() : null
      const picture: Picture = !whole ? 'viewport' : whole.isCut ? whole.box : 'page'
      // The page script reads what frameworks attach to elements, so it runs with the scripts of the page.
      return explained(evaluate<RevisionContext>(session, pageContextOf(picture)))
    },
  }
}

const isLocal = (url: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)$/.test(new URL(url).hostname)

/**
 * Returns whether the browser refused a call because the page is being left: its scripts then cannot be
 * called.
 */
const isNavigationError = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof PageError || error instanceof Failure) &&
  /context|navigated|destroyed|cannot find|collected|no frame|not attached/i.test(error.message)

/** Returns null for a navigation error. Throws any other error. */
function ignoreNavigationErrors(error: unknown): null {
  if (isNavigationError(error)) return null
  throw error
}
