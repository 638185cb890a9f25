import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds: how long requests wait for one piece of such work. */
const TURN_MS = 10

/**
 * Returns a function for long work to call between its steps: where the work has gone on for long, it
 * resolves after the event loop has handled what waits.
 */
export function takeTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN_MS) return
    await nextTurn()
    since = performance.now()
  }
}
