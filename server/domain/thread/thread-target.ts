import type { ThreadKind } from '#shared/contract/geometry'
import { AppError, invalid } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadArtifact, type InReview, type LoadedArtifact } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'

interface Target {
  kind: ThreadKind
  artifactId?: string | null
}

/**
 * Returns the artifact on which a new thread in a review is placed; null for a thread on the review itself.
 * Throws `invalid_request` as {@link targetIdOf} does, and `not_found` if the artifact is in another review.
 */
export async function threadTarget(
  tx: Db,
  caller: Caller,
  { review }: InReview,
  target: Target,
): Promise<LoadedArtifact['artifact'] | null> {
  const artifactId = targetIdOf(target)
  if (artifactId === null) return null
  const loaded = await loadArtifact(caller, artifactId, 'comment', tx, 'artifactId')
  if (loaded.review.id !== review.id)
    throw new AppError('not_found', { message: 'Artifact not found.', field: 'artifactId' })
  return loaded.artifact
}

/**
 * Returns the id of the artifact on which a thread is started; null for a thread on the review. Throws
 * `invalid_request` if the kind needs an artifact and none is given, or if the kind allows no artifact and
 * one is given.
 */
export function targetIdOf({ kind, artifactId }: Target): string | null {
  if (kind === 'review') {
    if (!artifactId) return null
    throw invalid(
      'artifactId',
      'A comment on the review has no artifact.',
      'Leave artifactId out, or use kind "artifact".',
    )
  }
  if (artifactId) return artifactId
  throw invalid(
    'artifactId',
    `artifactId is required for kind "${kind}".`,
    'Only kind "review" has no artifact.',
  )
}
