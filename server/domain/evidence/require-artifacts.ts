import { inArray } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import { db } from '~~/server/db'
import { artifact } from '~~/server/db/schema'

/**
 * Throws `not_found` if a file contains the id of evidence that is not in the review. If `reviewId` is null,
 * throws for every such id.
 */
export async function requireArtifacts(
  reviewId: string | null,
  files: readonly { artifactId?: string }[],
): Promise<void> {
  const ids = [...new Set(files.flatMap(each => each.artifactId ?? []))]
  if (ids.length === 0) return
  const rows = await db
    .select({ id: artifact.id, reviewId: artifact.reviewId })
    .from(artifact)
    .where(inArray(artifact.id, ids))
  const owned = rows.filter(each => each.reviewId === reviewId).map(each => each.id)
  for (const [index, { artifactId }] of files.entries())
    if (artifactId !== undefined && !owned.includes(artifactId))
      throw noSuchArtifact(`files.${index}.artifactId`, artifactId)
}

/** Returns the error for evidence that the review does not have. */
export const noSuchArtifact = (field: string, artifactId: string): AppError =>
  new AppError('not_found', {
    field,
    message: `This review has no artifact ${artifactId}.`,
    hint: 'GET /v1/reviews/{id} lists the artifacts of the review.',
  })
