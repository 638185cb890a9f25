import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Artifact } from '#shared/contract/artifact'
import type { Caller } from '~~/server/access/actor'
import { loadArtifact } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { artifact } from '~~/server/db/schema'
import { touchReview } from '~~/server/live/touch'
import { serializeLoadedArtifact } from './serialize'

/** Changes title, description or variation group. Changing the group clears `preferred`. */
export async function updateArtifact(caller: Caller, input: Input<'updateArtifact'>): Promise<Artifact> {
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
