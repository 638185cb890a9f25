import type { Input } from '#shared/contract'
import type { DeclarationResult } from '#shared/contract/upload'
import { newId } from '#shared/ids'
import type { Caller } from '~~/server/access/actor'
import { writeIdempotent } from '~~/server/access/idempotency'
import { loadReview } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { db } from '~~/server/db'
import { artifact } from '~~/server/db/schema'
import { assertArtifactLimit } from '~~/server/domain/artifact/assert-artifact-limit'
import { assertBytesInFlight } from './bytes-in-flight'
import { assertDeclarationAllowed, assertDeclarationFitsPlan, insertRevision } from './declaration'

/**
 * Declares a new artifact with its first revision. The artifact counts against the quota only when it is
 * completed.
 */
export async function declareUpload(
  caller: Caller,
  input: Input<'declareUpload'>,
): Promise<DeclarationResult> {
  assertDeclarationAllowed(input.kind, input)
  const { workspace } = await loadReview(caller, input.reviewId, 'contribute', db, 'reviewId')
  await assertBytesInFlight(workspace.id, input)
  return writeIdempotent(async tx => {
    const loaded = await loadReview(caller, input.reviewId, 'contribute', tx, 'reviewId')
    await assertDeclarationFitsPlan(tx, loaded.workspace, input.kind, input)
    await assertArtifactLimit(tx, loaded.review.id)
    const id = newId('artifact')
    const now = Date.now()
    await tx.insert(artifact).values({
      id,
      reviewId: loaded.review.id,
      kind: input.kind,
      title: input.title,
      description: input.description ?? null,
      variationGroup: input.variationGroup ?? null,
      route: input.route ?? null,
      viewport: input.viewport ?? null,
      commit: input.commit ?? null,
      scenario: input.scenario ?? null,
      status: 'processing',
      nextIndex: 2,
      createdAt: now,
      updatedAt: now,
    })
    await recordChange(tx, { kind: 'artifact.declared', actor: caller, subjectId: id, ...scopeOf(loaded) })
    return insertRevision(
      tx,
      { caller, artifactId: id, reviewId: loaded.review.id, index: 1, pending: null },
      input,
    )
  })
}
