import type { Input } from '#shared/contract'
import type { Thread } from '#shared/contract/thread'
import { AppError, invalid } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadArtifact, loadReview } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { insertThread } from './insert-thread'

/** Starts a thread on a review or on one of its artifacts. */
export async function createThread(caller: Caller, input: Input<'createThread'>): Promise<Thread> {
  return write(async tx => {
    const loaded = await loadReview(caller, input.id, 'comment', tx)
    if (input.kind === 'review') {
      if (input.artifactId)
        throw invalid(
          'artifactId',
          'A comment on the review has no artifact.',
          'Leave artifactId out, or use kind "artifact".',
        )
      return insertThread(tx, caller, loaded, null, input)
    }
    if (!input.artifactId)
      throw invalid(
        'artifactId',
        `artifactId is required for kind "${input.kind}".`,
        'Only kind "review" has no artifact.',
      )
    const target = await loadArtifact(caller, input.artifactId, 'comment', tx, 'artifactId')
    if (target.review.id !== loaded.review.id)
      throw new AppError('not_found', { message: 'Artifact not found.', field: 'artifactId' })
    return insertThread(tx, caller, loaded, target.artifact, input)
  })
}
