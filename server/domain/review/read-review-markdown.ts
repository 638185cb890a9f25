import { earliest } from '#shared/time'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { serializeParts } from './serialize'

/** Returns the Markdown that shows a review in a pull request. */
export async function readReviewMarkdown(
  caller: Caller,
  input: { id: string },
): Promise<{ reviewId: string; url: string; markdown: string; mediaExpiresAt: string | null }> {
  const loaded = await loadReview(caller, input.id, 'readReviews')
  const { review, artifacts, markdown } = await serializeParts(db, loaded)
  const mediaExpiresAt = earliest(
    artifacts.flatMap(({ currentRevision }) => currentRevision?.mediaExpiresAt ?? []),
  )
  return { reviewId: review.id, url: review.url, markdown, mediaExpiresAt }
}
