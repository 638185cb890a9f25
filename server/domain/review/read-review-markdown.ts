import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { serializeParts } from './serialize'

/** Returns the Markdown of a review for a pull request. */
export async function readReviewMarkdown(
  caller: Caller,
  input: { id: string },
): Promise<{ reviewId: string; url: string; markdown: string; mediaExpiresAt: string | null }> {
  const loaded = await loadReview(caller, input.id, 'readReviews')
  const { review, artifacts, markdown } = await serializeParts(db, loaded)
  // Times of the same form are in the order of their texts.
  const [mediaExpiresAt = null] = artifacts
    .flatMap(({ currentRevision }) => currentRevision?.mediaExpiresAt ?? [])
    .toSorted()
  return { reviewId: review.id, url: review.url, markdown, mediaExpiresAt }
}
