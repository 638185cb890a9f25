import type { Input, Output } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { readPendingImages } from '~~/server/domain/thread/comment-images'
import { readPending, serializePending } from './pending-comments'

/** Returns the caller's own pending comments on a review, oldest first. */
export async function listPendingComments(
  human: HumanActor,
  input: Input<'listPendingComments'>,
): Promise<Output<'listPendingComments'>> {
  await loadReview(human, input.id, 'writePendingComments')
  const pending = await readPending(db, human, input.id)
  const images = await readPendingImages(
    db,
    pending.map(each => each.id),
  )
  return { pendingComments: pending.map(each => serializePending(each, images)) }
}
