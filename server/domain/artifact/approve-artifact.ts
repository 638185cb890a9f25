import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Artifact } from '#shared/contract/artifact'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { loadArtifact } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { currentRevision } from '~~/server/db/completed-revisions'
import { artifact } from '~~/server/db/schema'
import { serializeLoadedArtifact } from './serialize'

/**
 * Approves the current revision of an artifact, or withdraws the approval. Throws `conflict` if the artifact
 * has no completed revision. Also throws `conflict` if `revisionId` is not the current revision, because the
 * person has then not seen the current one.
 */
export async function approveArtifact(human: HumanActor, input: Input<'approveArtifact'>): Promise<Artifact> {
  return write(async tx => {
    const loaded = await loadArtifact(human, input.id, 'decide', tx)
    const [current] = await currentRevision(tx, { artifactId: input.id })
    if (!current)
      throw new AppError('conflict', {
        message: 'This evidence has no complete revision.',
        hint: 'Wait until its upload is complete.',
      })
    if (input.revisionId !== undefined && input.revisionId !== current.id)
      throw new AppError('conflict', {
        field: 'revisionId',
        message: 'A newer revision of this evidence has arrived.',
        hint: 'Look at the newer revision first.',
      })
    const now = Date.now()
    const { approved } = input
    await tx
      .update(artifact)
      .set({
        approvedRevisionId: approved ? current.id : null,
        approvedBy: approved ? human.name : null,
        approvedAt: approved ? now : null,
        updatedAt: now,
      })
      .where(eq(artifact.id, input.id))
    await recordChange(tx, {
      kind: approved ? 'artifact.approved' : 'artifact.approval_withdrawn',
      actor: human,
      subjectId: input.id,
      ...scopeOf(loaded),
    })
    return serializeLoadedArtifact(tx, await loadArtifact(human, input.id, 'decide', tx))
  })
}
