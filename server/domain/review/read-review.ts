import type { ReviewPayload } from '#shared/contract/review'
import { requireCaller, type Actor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/reach'
import { db } from '~~/server/db'
import { seenItems, serializeParts, serializeRounds } from './serialize'

/** Returns a review with artifacts, revisions, rounds and counts; for a person also what they have seen. */
export async function readReview(actor: Actor, input: { id: string }): Promise<ReviewPayload> {
  const caller = requireCaller(actor)
  const loaded = await loadReview(caller, input.id, 'look')
  const parts = await serializeParts(db, loaded)
  const seenItemIds = await seenItems(db, caller, input.id)
  return { ...parts, rounds: await serializeRounds(db, input.id), ...(seenItemIds && { seenItemIds }) }
}
