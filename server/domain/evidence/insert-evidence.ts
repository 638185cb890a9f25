import { eq, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import type { Caller } from '~~/server/access/actor'
import type { LoadedReview } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { artifact, revision } from '~~/server/db/schema'
import type { PendingEvidence } from '~~/server/db/tables/evidence'
import type { ArtifactRow } from '~~/server/domain/artifact/rows'
import { assertArtifactLimit, assertRevisionLimit } from '~~/server/domain/artifact/assert-artifact-limit'
import type { Comparisons } from '~~/server/domain/artifact/compare-revisions'
import { assertEvidenceQuota, assertFileSize } from '~~/server/domain/billing/quotas'
import { publishRevision, readCompletion } from '~~/server/domain/upload/commit-completion'
import type { Prepared } from './prepared-media'
import type { Evidence } from './evidence'

/** The fields of a call that describe all its files. */
export type Description = Omit<PendingEvidence, 'title'>

/** A stored file that is inserted. */
export interface NewEvidence {
  evidence: Evidence
  prepared: Prepared
  comparisons: Comparisons
  /** The artifact that gets a new revision; null if a new artifact is inserted. */
  artifact: ArtifactRow | null
  roundId: string | null
  description: Description
}

/**
 * Inserts a stored file as a completed revision of a new or existing artifact, inside the given transaction.
 * Records the same audit events and consumes the same quota as a file that is declared, uploaded and
 * completed in separate calls. Returns the id of the artifact.
 */
export async function insertEvidence(
  tx: Db,
  caller: Caller,
  loaded: LoadedReview,
  { evidence, prepared, comparisons, artifact: existing, roundId, description }: NewEvidence,
): Promise<string> {
  const { mime, bytes, sha256, kind, title, isBefore, redacted } = evidence
  const { revisionId, originalKey, embed, poster, context } = prepared
  assertFileSize(loaded.workspace.plan, bytes)
  await assertEvidenceQuota(tx, loaded.workspace, kind, embed.durationMs)
  await assertRevisionLimit(tx, loaded.review.id)
  const { artifactId, index } = existing
    ? await nextRevision(tx, caller, loaded, existing.id, revisionId)
    : await insertArtifact(tx, caller, loaded, evidence, description)
  const now = Date.now()
  const [target] = await tx
    .insert(revision)
    .values({
      id: revisionId,
      artifactId,
      index,
      mime,
      bytes,
      durationMs: null,
      roundId,
      isBefore,
      redactedAreas: redacted,
      pending: existing ? { ...description, ...(title !== null && { title }) } : null,
      originalKey,
      originalHash: sha256,
      posterOriginalKey: poster?.key ?? null,
      posterOriginalHash: poster?.sha256 ?? null,
      contextKey: context?.key ?? null,
      contextBytes: context?.bytes ?? null,
      createdAt: now,
    })
    .returning()
  if (!target) throw new Error('The inserted revision was not returned.')
  await recordChange(tx, {
    kind: 'upload.received',
    actor: caller,
    subjectId: revisionId,
    ...scopeOf(loaded),
  })
  const derivatives = {
    embed,
    originalKey,
    poster: poster?.derived ?? null,
    posterOriginalKey: poster?.key ?? null,
  }
  const read = await readCompletion(tx, caller, target)
  const input = { id: artifactId }
  await publishRevision(tx, caller, { target, read, input, derivatives, comparisons }).done
  return artifactId
}

async function insertArtifact(
  tx: Db,
  caller: Caller,
  loaded: LoadedReview,
  { kind, title }: Evidence,
  description: Description,
): Promise<{ artifactId: string; index: number }> {
  await assertArtifactLimit(tx, loaded.review.id)
  const id = newId('artifact')
  const now = Date.now()
  await tx.insert(artifact).values({
    ...description,
    id,
    reviewId: loaded.review.id,
    kind,
    title: title ?? '',
    status: 'processing',
    nextIndex: 2,
    createdAt: now,
    updatedAt: now,
  })
  await recordChange(tx, { kind: 'artifact.declared', actor: caller, subjectId: id, ...scopeOf(loaded) })
  return { artifactId: id, index: 1 }
}

async function nextRevision(
  tx: Db,
  caller: Caller,
  loaded: LoadedReview,
  artifactId: string,
  revisionId: string,
): Promise<{ artifactId: string; index: number }> {
  const [updated] = await tx
    .update(artifact)
    .set({ nextIndex: sql`${artifact.nextIndex} + 1`, updatedAt: Date.now() })
    .where(eq(artifact.id, artifactId))
    .returning({ nextIndex: artifact.nextIndex })
  if (!updated) throw new AppError('not_found')
  await recordChange(tx, {
    kind: 'artifact.revision_declared',
    actor: caller,
    subjectId: revisionId,
    ...scopeOf(loaded),
  })
  return { artifactId, index: updated.nextIndex - 1 }
}
