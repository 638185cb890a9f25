import type { ReviewPayload } from '#shared/contract/review'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { readReviewersFor } from './reviewers'
import { seenItems, serializePartsFor, serializeRounds } from './serialize'

/**
 * Returns a review with its artifacts, revisions, rounds and counts. For a person, also returns the ids of
 * the items that they have seen.
 */
export async function readReview(caller: Caller, input: { id: string }): Promise<ReviewPayload> {
  const loaded = await loadReview(caller, input.id, 'readReviews')
  const parts = await serializePartsFor(caller, db, loaded)
  const seenItemIds = await seenItems(db, caller, input.id)
  return {
    ...parts,
    rounds: await serializeRounds(db, input.id),
    reviewers: await readReviewersFor(caller, db, loaded),
    ...(seenItemIds && { seenItemIds }),
  }
}
