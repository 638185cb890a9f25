import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * The maximum time in milliseconds for which a long computation may block the event loop, and thus all
 * requests.
 */
const MAX_BLOCKING_MS = 10

/**
 * Returns a function that a long computation awaits at intervals. If the computation has blocked the event
 * loop for too long, the promise resolves after other events were handled. Otherwise it resolves immediately.
 */
export function createYield(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < MAX_BLOCKING_MS) return
    await nextTurn()
    since = performance.now()
  }
}
