import { and, eq, ne } from 'drizzle-orm'
import type { Artifact } from '#shared/contract/artifact'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadArtifact } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { artifact } from '~~/server/db/schema'
import { serializeLoadedArtifact } from './serialize'

/**
 * Marks or unmarks a variation as preferred. Marking a variation unmarks the other variations of its group in
 * the same transaction, so that at most one is preferred. Throws `not_in_group` for an artifact without a
 * group.
 */
export async function preferArtifact(
  caller: Caller,
  input: { id: string; preferred: boolean },
): Promise<Artifact> {
  return write(async tx => {
    const loaded = await loadArtifact(caller, input.id, 'decide', tx)
    const { variationGroup } = loaded.artifact
    if (variationGroup === null) {
      throw new AppError('not_in_group', {
        message: 'This artifact is not in a variation group.',
        hint: 'PATCH /v1/artifacts/{id} with a variationGroup first.',
      })
    }
    if (input.preferred) {
      await tx
        .update(artifact)
        .set({ preferred: false })
        .where(
          and(
            eq(artifact.reviewId, loaded.review.id),
            eq(artifact.variationGroup, variationGroup),
            ne(artifact.id, input.id),
          ),
        )
    }
    await tx
      .update(artifact)
      .set({ preferred: input.preferred, updatedAt: Date.now() })
      .where(eq(artifact.id, input.id))
    await recordChange(tx, { kind: 'review.updated', reviewId: loaded.review.id })
    return serializeLoadedArtifact(tx, await loadArtifact(caller, input.id, 'decide', tx))
  })
}
