import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long requests may wait for one piece of long work, in milliseconds. */
const MAX_BLOCKING_MS = 10

/**
 * Returns a function that long work calls between its steps: if the work has run for long, it resolves after
 * the event loop has handled waiting events.
 */
export function createYield(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < MAX_BLOCKING_MS) return
    await nextTurn()
    since = performance.now()
  }
}
