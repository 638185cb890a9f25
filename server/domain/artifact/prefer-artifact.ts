import { and, eq, ne } from 'drizzle-orm'
import type { Artifact } from '#shared/contract/artifact'
import { AppError } from '#shared/errors'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadArtifact } from '~~/server/access/reach'
import { write } from '~~/server/db'
import { artifact } from '~~/server/db/schema'
import { touchReview } from '~~/server/live/touch'
import { readArtifact } from './update-artifact'

/**
 * A person chooses a variation: the others of its group are cleared in the same operation, so that at most
 * one is preferred.
 */
export async function preferArtifact(
  actor: Actor,
  input: { id: string; preferred: boolean },
): Promise<Artifact> {
  const human = requireHuman(actor)
  return write(async tx => {
    const { artifact: before, review } = await loadArtifact(human, input.id, 'decide', tx)
    if (before.variationGroup === null) {
      throw new AppError('not_in_group', {
        message: 'This artifact is in no variation group.',
        hint: 'PATCH /v1/artifacts/{id} with a variationGroup first.',
      })
    }
    const now = Date.now()
    if (input.preferred) {
      await tx
        .update(artifact)
        .set({ preferred: false })
        .where(
          and(
            eq(artifact.reviewId, review.id),
            eq(artifact.variationGroup, before.variationGroup),
            ne(artifact.id, input.id),
          ),
        )
    }
    await tx
      .update(artifact)
      .set({ preferred: input.preferred, updatedAt: now })
      .where(eq(artifact.id, input.id))
    await touchReview(tx, review.id, now)
    return readArtifact(tx, await loadArtifact(human, input.id, 'decide', tx), now)
  })
}
