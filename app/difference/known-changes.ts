import type { Change } from '#shared/difference/changes'
import { startDifference } from './start-difference'

/** The maximum number of pairs of images whose changes are cached. */
const MAX_CACHED = 50

/**
 * The cached changes, by the URLs of both images; undefined while they are computed, null if they could not
 * be computed. A module variable: one cache per browser tab.
 */
const known = shallowReactive(new Map<string, readonly Change[] | null | undefined>())
/**
 * Resolves at the end of the last queued comparison. Pairs are compared one after another, so that the page
 * stays fast.
 */
let last: Promise<unknown> = Promise.resolve()

const keyOf = (left: string, right: string) => `${left} ${right}`

/** Returns the changes between two images; undefined unless {@link findChanges} has found them. */
export const knownChanges = (left: string, right: string): readonly Change[] | undefined =>
  known.get(keyOf(left, right)) ?? undefined

/**
 * Returns whether {@link findChanges} has compared two images. It may have failed; {@link knownChanges} then
 * returns undefined.
 */
export const isCompared = (left: string, right: string): boolean =>
  known.get(keyOf(left, right)) !== undefined

/**
 * Computes the changes between two images in a worker, unless they are cached. Does not draw the changed
 * pixels.
 */
export function findChanges(left: string, right: string): void {
  const key = keyOf(left, right)
  if (known.has(key)) return
  const [oldest] = known.keys()
  if (known.size >= MAX_CACHED && oldest !== undefined) known.delete(oldest)
  known.set(key, undefined)
  last = last.then(async () => void known.set(key, await compute(left, right)))
}

function compute(left: string, right: string): Promise<readonly Change[] | null> {
  return new Promise(resolve => {
    startDifference({ left, right, threshold: null, ignored: [], drawn: false }, message => {
      if (message.type === 'done') resolve(message.changes)
      else if (message.type === 'failed') resolve(null)
    })
  })
}
