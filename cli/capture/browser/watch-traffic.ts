import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from './cdp'

/** By default, the network counts as idle after this number of milliseconds without a running request. */
const IDLE_MS = 500
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
/** The interval between two checks of the requests, in milliseconds. */
const POLL_MS = 50

/**
 * Watches the requests of a tab. `idle` waits until no request has been running for `quietMs` milliseconds,
 * counted from the call.
 */
export function watchTraffic({ on }: Session): { idle: (quietMs?: number) => Promise<void> } {
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
      while (Date.now() - start < MAX_IDLE_MS && !isQuiet()) await sleep(POLL_MS)
    },
  }
}
