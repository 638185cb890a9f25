import { setImmediate as nextTurn } from 'node:timers/promises'

/** How many milliseconds long work may block the event loop, and with it requests, at a time. */
const MAX_BLOCKING_MS = 10

/**
 * Returns a function that long work awaits between its steps. If the work has blocked the event loop for
 * long, the returned promise resolves after waiting events were handled; otherwise it resolves at once.
 */
export function createYield(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < MAX_BLOCKING_MS) return
    await nextTurn()
    since = performance.now()
  }
}
