import type { LoadedReview } from '~~/server/access/loaders'
import { review } from '~~/server/db/schema'
import { refusedShare } from '~~/server/metrics/refused-share'
import { fairShares } from '~~/server/process/fair-share'
import { currentRequest } from '~~/server/process/request-context'
import { Turns } from '~~/server/process/turns'

/** The sizes of the comments of a review and of their marks. Null means that they are not known. */
export type ReviewSizes = Pick<LoadedReview['review'], keyof typeof reviewSizes>

/** The columns of {@link ReviewSizes}. */
export const reviewSizes = { markBytes: review.markBytes, commentBytes: review.commentBytes }

/**
 * The maximum size in bytes of the comments and marks of a review that any number of requests read at the
 * same time. The threads take about 30 times as much memory.
 */
const MAX_SMALL_BYTES = 100_000

const refused = () =>
  refusedShare('largeReviews', 'Too many reads of large reviews wait for you or your address.')

const turns = {
  threads: new Turns(fairShares.largeReviews, refused),
  pictures: new Turns(fairShares.largePictures, refused),
}

/**
 * Runs a function that reads threads of a review, or draws a picture with many of their marks. If the review
 * is large, waits until few other functions of this kind run. Throws `rate_limited` if too many functions of
 * the same person or address are waiting, and an AbandonedError if the call is abandoned while it waits.
 */
export function inTurn<T>(
  kind: keyof typeof turns,
  { markBytes, commentBytes }: ReviewSizes,
  isAbandoned: () => boolean,
  run: () => Promise<T>,
): Promise<T> {
  if (markBytes !== null && commentBytes !== null && markBytes + commentBytes <= MAX_SMALL_BYTES) return run()
  return turns[kind].run(currentRequest()?.holder ?? 'server', isAbandoned, run)
}
