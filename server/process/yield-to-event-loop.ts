import { setImmediate as nextEvents } from 'node:timers/promises'
import { AbandonedError } from './abandoned-error'

/**
 * The maximum time in milliseconds for which a long computation may block the event loop, and thus all
 * requests.
 */
const MAX_BLOCKING_MS = 10

/** Resolves when the long computations that wait for a turn before now have continued. */
let lastTurn: Promise<void> = Promise.resolve()

/**
 * Resolves in a later turn of the event loop, in which no other long computation continues. Other events are
 * handled before.
 */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextEvents())
  return lastTurn
}

/**
 * Returns a function that a long computation awaits at intervals. If the computation has blocked the event
 * loop for too long, the promise resolves after other events were handled. Otherwise it resolves immediately.
 * In each turn of the event loop only one computation continues, so that many computations together delay
 * other requests no longer than a single one.
 */
export function createYield(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < MAX_BLOCKING_MS) return
    await nextTurn()
    since = performance.now()
  }
}

/** Like {@link createYield}. The function also throws an AbandonedError when the computation is abandoned. */
export function createYieldWhileAwaited(isAbandoned: () => boolean): () => Promise<void> {
  const yieldIfDue = createYield()
  return async () => {
    await yieldIfDue()
    if (isAbandoned()) throw new AbandonedError()
  }
}
