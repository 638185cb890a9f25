import { eq, sql } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { DeclarationResult } from '#shared/contract/upload'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { writeIdempotent } from '~~/server/access/idempotency'
import { loadArtifact } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { artifact } from '~~/server/db/schema'
import { assertBytesInFlight } from './bytes-in-flight'
import { assertDeclarationAllowed, assertDeclarationFitsPlan, insertRevision } from './declaration'

/**
 * Declares another revision of an artifact. The title, route and other fields are copied to the artifact when
 * the revision is completed.
 */
export async function declareRevision(
  caller: Caller,
  input: Input<'declareRevision'>,
): Promise<DeclarationResult> {
  const { artifact: declared, workspace } = await loadArtifact(caller, input.id, 'contribute')
  const { kind } = declared
  assertDeclarationAllowed(kind, input)
  await assertBytesInFlight(workspace.id, input)
  return writeIdempotent(async tx => {
    const loaded = await loadArtifact(caller, input.id, 'contribute', tx)
    await assertDeclarationFitsPlan(tx, loaded.workspace, kind, input)
    const [updated] = await tx
      .update(artifact)
      .set({ status: 'processing', nextIndex: sql`${artifact.nextIndex} + 1`, updatedAt: Date.now() })
      .where(eq(artifact.id, input.id))
      .returning({ nextIndex: artifact.nextIndex })
    if (!updated) throw new AppError('not_found')
    const { title, description, variationGroup, route, viewport, commit, scenario } = input
    const pending = { title, description, variationGroup, route, viewport, commit, scenario }
    const result = await insertRevision(
      tx,
      {
        caller,
        artifactId: input.id,
        reviewId: loaded.review.id,
        index: updated.nextIndex - 1,
        pending,
      },
      input,
    )
    await recordChange(tx, {
      kind: 'artifact.revision_declared',
      actor: caller,
      subjectId: result.revisionId,
      ...scopeOf(loaded),
    })
    return result
  })
}
