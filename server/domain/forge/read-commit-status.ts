import type { Input, Output } from '#shared/contract'
import { isCommitHash } from '#shared/forge/dialects'
import { commitStatusOf } from '#shared/forge/review-comment'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { statusOfCommit } from './commit-status'
import { readFacts } from './read-facts'

/**
 * Returns the status that the given commit should have at its forge. By default this is the commit of the
 * review. If there is no commit hash, returns the status of the review alone.
 */
export async function readCommitStatus(
  caller: Caller,
  input: Input<'readCommitStatus'>,
): Promise<Output<'readCommitStatus'>> {
  const loaded = await loadReview(caller, input.id, 'readReviews')
  const own = await readFacts(db, loaded)
  const commit = input.commit ?? loaded.review.commit
  if (commit === null || !isCommitHash(commit)) return commitStatusOf(own)
  return (await statusOfCommit(own, loaded.project.id, commit)).status
}
