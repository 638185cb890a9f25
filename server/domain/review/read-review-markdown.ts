import { requireCaller, type Actor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/reach'
import { db } from '~~/server/db'
import { serializeParts } from './serialize'

/** Returns the Markdown of a review for a pull request. */
export async function readReviewMarkdown(
  actor: Actor,
  input: { id: string },
): Promise<{ reviewId: string; url: string; markdown: string }> {
  const loaded = await loadReview(requireCaller(actor), input.id, 'look')
  const { review, markdown } = await serializeParts(db, loaded)
  return { reviewId: review.id, url: review.url, markdown }
}
