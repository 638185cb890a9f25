import { setTimeout as sleep } from 'node:timers/promises'
import type { RevisionContext } from '#shared/contract/context'
import { Failure, usageFailure } from '../../failure'
import type { Picture } from '../page/shown-elements'
import { pageContextOf } from '../page-script'
import type { Browser } from './browser'
import type { Session } from './cdp'
import { callOf, evaluate as evaluateIn } from './evaluate'
import { elementBox, pageBox, settlePage } from './in-page'

/** How a tab shows its page. Sizes are in CSS pixels. */
export interface View {
  width: number
  height: number
  scale: number
  isDark: boolean
  /** Whether animations of the page run, as they must in a video. */
  hasMotion?: boolean
}

/** The time limits in milliseconds for loading a page and for finding an element. */
export interface TabTimes {
  load: number
  selector: number
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
  /** Waits until the page does not change any more: requests, fonts, images and animations have ended. */
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
  evaluate: <T>(expression: string) => Promise<T>
  close: () => Promise<void>
}

interface Point {
  x: number
  y: number
}

/**
 * The network counts as idle after this number of milliseconds without a running request. The first value is
 * used after loading, the second value after fonts and images were loaded.
 */
const IDLE_MS = 500
const SHORT_MS = 100
/**
 * The maximum time of a wait for an idle network, in milliseconds. Then the page is captured although it
 * still loads.
 */
const MAX_IDLE_MS = 10_000
/**
 * The duration in milliseconds after which a running request is ignored: it is probably a stream or a long
 * poll, which does not change whether the page is loaded.
 */
const MAX_REQUEST_MS = 5000
/** The interval between two checks of a condition of the page, in milliseconds. */
const POLL_MS = 100
/** The maximum number of pictures that are taken until two consecutive ones are the same. */
const MAX_PICTURES = 6
/** The maximum height of a picture in pixels, because graphics hardware cannot draw a larger one. */
const MAX_HEIGHT = 16_384

/** Opens a tab. */
export async function openTab(browser: Browser, view: View, times: TabTimes): Promise<Tab> {
  const { close, ...session } = await (view.hasMotion ? browser.firstTab() : browser.newTab(view))
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

  const evaluate = <T>(expression: string) => evaluateIn<T>(session, expression)

  async function waitFor(selector: string): Promise<Point> {
    const until = Date.now() + times.selector
    for (;;) {
      const found = await evaluate<Point | 'invalid' | null>(callOf(elementBox, selector)).catch(
        ignoreNavigationErrors,
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
    await traffic.idle()
    await evaluate(callOf(settlePage)).catch(ignoreNavigationErrors)
    await traffic.idle(SHORT_MS)
  }

  async function take(isFull: boolean): Promise<Buffer> {
    const clip = isFull ? await evaluate<object & { height: number }>(callOf(pageBox)) : undefined
    const { data } = await send<{ data: string }>('Page.captureScreenshot', {
      format: 'png',
      ...(clip && {
        captureBeyondViewport: true,
        clip: { ...clip, height: Math.min(clip.height, Math.floor(MAX_HEIGHT / view.scale)), scale: 1 },
      }),
    })
    return Buffer.from(data, 'base64')
  }

  return {
    session,
    evaluate,
    waitFor,
    click,
    settle,
    close,
    snapshot: async () => take(false),
    idle: traffic.idle,
    async open(url) {
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
      if (isFull) await evaluate('scrollTo(0, 0)')
      let last = await take(isFull)
      for (let count = 1; count < MAX_PICTURES; count += 1) {
        const next = await take(isFull)
        if (next.equals(last)) return next
        last = next
        await evaluate(callOf(settlePage))
      }
      return last
    },
    async context(isFull) {
      const box = isFull ? await evaluate<{ height: number; width: number }>(callOf(pageBox)) : null
      const isCut = box !== null && box.height * view.scale > MAX_HEIGHT
      const picture: Picture = !isFull
        ? 'viewport'
        : isCut
          ? { x: 0, y: 0, width: box.width, height: Math.floor(MAX_HEIGHT / view.scale) }
          : 'page'
      return evaluate<RevisionContext>(pageContextOf(picture))
    },
  }
}

const isLocal = (url: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)$/.test(new URL(url).hostname)

/**
 * Returns null for an error that occurs because the page is being left: its scripts then cannot be called.
 * Throws any other error.
 */
function ignoreNavigationErrors(error: unknown): null {
  if (error instanceof Error && /context|navigated|destroyed|cannot find/i.test(error.message)) return null
  throw error
}

async function navigate(
  { send, on }: Session,
  url: string,
  timeout: number,
): Promise<{ status: number; failure?: string }> {
  const responses: { frameId: string; loaderId: string; status: number }[] = []
  on<{ type: string; frameId: string; loaderId: string; response: { status: number } }>(
    'Network.responseReceived',
    ({ type, frameId, loaderId, response: { status } }) => {
      if (type === 'Document') responses.push({ frameId, loaderId, status })
    },
  )
  const loaded = new Promise<void>(resolve => on('Page.loadEventFired', () => resolve()))
  const limit = sleep(timeout, 'late' as const, { ref: false })
  const started = await Promise.race([
    send<{ frameId: string; loaderId?: string; errorText?: string }>('Page.navigate', { url }),
    limit,
  ])
  if (started === 'late') return { status: 0, failure: `no response within ${timeout / 1000} s` }
  if (started.errorText) return { status: 0, failure: started.errorText.replace(/^net::/, '') }
  const isComplete = (await Promise.race([loaded, limit])) !== 'late'
  const own = responses.findLast(
    each => each.frameId === started.frameId && each.loaderId === started.loaderId,
  )
  return { status: own?.status ?? 0, ...(!isComplete && { failure: `not complete in ${timeout / 1000} s` }) }
}

/**
 * Watches the requests of a tab. `idle` waits until no request has been running for `quietMs` milliseconds,
 * counted from the call.
 */
function watchTraffic({ on }: Session): { idle: (quietMs?: number) => Promise<void> } {
  /** The times at which the running requests were sent. */
  const running = new Map<string, number>()
  let changed = Date.now()
  const end = ({ requestId }: { requestId: string }) => {
    if (running.delete(requestId)) changed = Date.now()
  }
  on<{ requestId: string; type?: string }>('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type === 'EventSource' || type === 'Ping') return
    changed = Date.now()
    running.set(requestId, changed)
  })
  on('Network.loadingFinished', end)
  on('Network.loadingFailed', end)
  const isBusy = () => [...running.values()].some(sent => Date.now() - sent < MAX_REQUEST_MS)
  return {
    async idle(quietMs = IDLE_MS) {
      const start = Date.now()
      const isQuiet = () => !isBusy() && Date.now() - Math.max(changed, start) >= quietMs
      while (Date.now() - start < MAX_IDLE_MS && !isQuiet()) await sleep(POLL_MS / 2)
    },
  }
}
