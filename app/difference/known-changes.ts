import type { Change } from '#shared/difference/changes'
import type { DifferenceMessage, DifferenceRequest } from './difference.worker'

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
    const worker = new Worker(new URL('./difference.worker.ts', import.meta.url), { type: 'module' })
    const end = (changes: readonly Change[] | null) => {
      worker.terminate()
      resolve(changes)
    }
    worker.onmessage = ({ data }: MessageEvent<DifferenceMessage>) => {
      if (data.type === 'done') end(data.changes)
      else if (data.type === 'failed') end(null)
    }
    worker.onerror = () => end(null)
    const request: DifferenceRequest = { left, right, threshold: null, ignored: [], drawn: false }
    worker.postMessage(request)
  })
}
