import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Artifact } from '#shared/contract/artifact'
import { requireCaller, type Actor } from '~~/server/access/actor'
import { loadArtifact, type LoadedArtifact } from '~~/server/access/reach'
import { write, type Db } from '~~/server/db'
import { artifact, revision } from '~~/server/db/schema'
import { touchReview } from '~~/server/live/touch'
import { countThreads } from '~~/server/domain/thread/counts'
import { serializeArtifact } from './serialize'

/** Changes title, description or variation group. Moving to another group clears `preferred`. */
export async function updateArtifact(actor: Actor, input: Input<'updateArtifact'>): Promise<Artifact> {
  const caller = requireCaller(actor)
  return write(async tx => {
    const loaded = await loadArtifact(caller, input.id, 'contribute', tx)
    const { title, description, variationGroup } = input
    const moves = variationGroup !== undefined && variationGroup !== loaded.artifact.variationGroup
    const now = Date.now()
    await tx
      .update(artifact)
      .set({ title, description, variationGroup, ...(moves && { preferred: false }), updatedAt: now })
      .where(eq(artifact.id, input.id))
    await touchReview(tx, loaded.review.id, now)
    return readArtifact(tx, await loadArtifact(caller, input.id, 'contribute', tx), now)
  })
}

/** One artifact as the contract shows it, with its revisions and counts. */
export async function readArtifact(q: Db, loaded: LoadedArtifact, now = Date.now()): Promise<Artifact> {
  const revisions = await q.select().from(revision).where(eq(revision.artifactId, loaded.artifact.id))
  const counts = await countThreads(q, loaded.review.id)
  return serializeArtifact(loaded.artifact, revisions, counts.of(loaded.artifact.id), {
    plan: loaded.workspace.plan,
    now,
    downloads: true,
  })
}
