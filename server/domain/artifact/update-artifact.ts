import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Artifact } from '#shared/contract/artifact'
import { requireCaller, type Actor } from '~~/server/access/actor'
import { loadArtifact } from '~~/server/access/reach'
import { write } from '~~/server/db'
import { artifact } from '~~/server/db/schema'
import { touchReview } from '~~/server/live/touch'
import { serializeLoadedArtifact } from './serialize'

/** Changes title, description or variation group. Changing the group clears `preferred`. */
export async function updateArtifact(actor: Actor, input: Input<'updateArtifact'>): Promise<Artifact> {
  const caller = requireCaller(actor)
  return write(async tx => {
    const loaded = await loadArtifact(caller, input.id, 'contribute', tx)
    const { title, description, variationGroup } = input
    const changesGroup = variationGroup !== undefined && variationGroup !== loaded.artifact.variationGroup
    await tx
      .update(artifact)
      .set({
        title,
        description,
        variationGroup,
        ...(changesGroup && { preferred: false }),
        updatedAt: Date.now(),
      })
      .where(eq(artifact.id, input.id))
    await touchReview(tx, loaded.review.id)
    return serializeLoadedArtifact(tx, await loadArtifact(caller, input.id, 'contribute', tx))
  })
}
