import { onTestFinished, vi } from 'vitest'

/**
 * Replaces timers, animation frames and the clock until the test ends. Promises, rendering and `until` are
 * not replaced.
 */
export function fakeTimers(): void {
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'requestAnimationFrame',
      'cancelAnimationFrame',
      'Date',
      'performance',
    ],
  })
  onTestFinished(() => void vi.useRealTimers())
}

/** Shows or hides the tab. */
export function setVisibility(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'))
  document.dispatchEvent(new Event('visibilitychange'))
}

/** A replacement for `EventSource`, which happy-dom lacks. The test sends the events. */
export class FakeEventSource extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 2
  readyState = FakeEventSource.CONNECTING

  constructor(readonly url: string) {
    super()
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED
  }

  /** Simulates that the server accepts the connection. */
  accept(): void {
    this.readyState = FakeEventSource.OPEN
    this.dispatchEvent(new Event('open'))
  }

  /** Simulates an event of this type from the server, with data if any is given. */
  send(type: string, data: unknown = {}): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }))
  }

  /** Simulates a broken connection. If the server `refused` it, the browser does not reconnect. */
  fail({ refused = false } = {}): void {
    this.readyState = refused ? FakeEventSource.CLOSED : FakeEventSource.CONNECTING
    this.dispatchEvent(new Event('error'))
  }
}

/** Replaces `EventSource`. Returns the opened streams, the newest last. */
export function stubEventSource(): FakeEventSource[] {
  const opened: FakeEventSource[] = []
  vi.stubGlobal(
    'EventSource',
    class extends FakeEventSource {
      constructor(url: string) {
        super(url)
        opened.push(this)
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  return opened
}

/**
 * A replacement for an observer of elements, because happy-dom has no layout. The test reports the entries.
 */
export interface FakeObserver {
  observed: Set<Element>
  /** Reports an entry for the observed elements. */
  report: (entry: object) => void
}

/** Replaces `IntersectionObserver` or `ResizeObserver`. Returns the created observers, the newest last. */
export function stubObserver(name: 'IntersectionObserver' | 'ResizeObserver'): FakeObserver[] {
  const made: FakeObserver[] = []
  class Observer implements FakeObserver {
    observed = new Set<Element>()

    constructor(private readonly callback: (entries: object[]) => void) {
      made.push(this)
    }

    observe(element: Element): void {
      this.observed.add(element)
    }

    unobserve(element: Element): void {
      this.observed.delete(element)
    }

    disconnect(): void {
      this.observed.clear()
    }

    report(entry: object): void {
      if (this.observed.size > 0) this.callback([entry])
    }
  }
  vi.stubGlobal(name, Observer)
  onTestFinished(() => void vi.unstubAllGlobals())
  return made
}

/**
 * Until the test ends, replaces the values that the browser reports about the screen: the device pixel ratio
 * and media queries.
 */
export function stubScreen() {
  const listeners = new Map<string, Set<() => void>>()
  const matching = new Set<string>()
  const isMatching = (query: string) =>
    matching.has(query) || query === `(resolution: ${window.devicePixelRatio}dppx)`
  const listOf = (query: string) => {
    const own = listeners.get(query) ?? new Set()
    listeners.set(query, own)
    return {
      get matches() {
        return isMatching(query)
      },
      addEventListener: (_: 'change', listener: () => void) => own.add(listener),
      removeEventListener: (_: 'change', listener: () => void) => own.delete(listener),
    } as unknown as MediaQueryList
  }
  const before = window.devicePixelRatio
  const spy = vi.spyOn(window, 'matchMedia').mockImplementation(listOf)
  onTestFinished(() => {
    spy.mockRestore()
    Object.assign(window, { devicePixelRatio: before })
  })
  const notify = (query: string) => [...(listeners.get(query) ?? [])].forEach(listener => listener())
  return {
    /** Simulates that the window moves to a screen with another device pixel ratio. */
    change(ratio: number) {
      const query = `(resolution: ${window.devicePixelRatio}dppx)`
      Object.assign(window, { devicePixelRatio: ratio })
      notify(query)
    },
    /** Makes a media query match. */
    match(query: string) {
      matching.add(query)
      notify(query)
    },
    /** Returns the number of listeners of media queries. */
    count: () => [...listeners.values()].reduce((sum, each) => sum + each.size, 0),
  }
}
