import type { Input, Output } from '#shared/contract'
import { commentedReview } from '#shared/forge/review-comment'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { serializeParts } from '~~/server/domain/review/serialize'
import { statusOfCommit } from './commit-status'

/** Returns the status that a commit of a review should have at its forge. */
export async function readCommitStatus(
  caller: Caller,
  { id, commit }: Input<'readCommitStatus'>,
): Promise<Output<'readCommitStatus'>> {
  const loaded = await loadReview(caller, id, 'readReviews')
  const own = commentedReview(await serializeParts(db, loaded))
  const { status } = await statusOfCommit(own, loaded.project.id, commit)
  return status
}
