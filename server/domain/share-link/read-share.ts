import { SharedReview } from '#shared/contract/share-link'
import type { Actor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { serializeParts, serializeRounds } from '~~/server/domain/review/serialize'
import { serializeThreads } from '~~/server/domain/thread/serialize'
import { findSharedReview } from './find-shared-review'
import { fieldPicker } from './pick-fields'

const pickSharedFields = fieldPicker(SharedReview)

/**
 * Returns what a share link shows to anyone: its one review with all threads and embed addresses; no download
 * addresses, no personal state. Throws `not_found` for a link that is not valid.
 */
export async function readShare(_actor: Actor, input: { token: string }): Promise<SharedReview> {
  const now = Date.now()
  const loaded = await findSharedReview(input.token, now)
  return pickSharedFields({
    ...(await serializeParts(db, loaded, now, false)),
    rounds: await serializeRounds(db, loaded.review.id),
    threads: await serializeThreads(db, loaded.review.id),
  })
}
