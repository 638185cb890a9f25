import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Mime } from '#shared/contract/kit/fields'
import type { CompletionResult } from '#shared/contract/upload'
import { AppError, invalid } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadArtifact, type LoadedArtifact } from '~~/server/access/loaders'
import { sha256 } from '~~/server/access/secrets'
import { db } from '~~/server/db'
import { revision, upload } from '~~/server/db/schema'
import type { RevisionRow } from '~~/server/domain/artifact/serialize'
import { assertEvidenceQuota, limitsApply } from '~~/server/domain/billing/quotas'
import { blobs } from '~~/server/storage/blobs'
import { commitCompletion, completionResult, type CompletionInput } from './commit-completion'
import { deriveOriginal, deriveNewPoster } from './prove-bytes'

/**
 * Completes an uploaded revision: verifies its bytes by signature and by decoding, makes the derivatives,
 * then publishes it in one write. Completing again returns the same result. Throws `invalid_request` and
 * deletes bytes that are not what was declared; throws `upload_missing` before the bytes have arrived.
 */
export async function completeArtifact(caller: Caller, input: CompletionInput): Promise<CompletionResult> {
  const loaded = await loadArtifact(caller, input.id, 'contribute')
  const target = await findRevision(input.id, input.revisionId)
  if (target.completedAt !== null) return completionResult(db, loaded, target.id)
  const posterMime = await assertUploaded(target, input.posterUploadToken)
  await assertPlanAllows(loaded, input.durationMs)
  const derivatives = await deriveOriginal(caller, target)
  let published = false
  try {
    for (;;) {
      await deriveNewPoster(caller, target, posterMime, derivatives)
      const commit = await commitCompletion(caller, target, input, derivatives)
      // Another poster arrived while this one was being made.
      if (!commit) continue
      published = commit.published
      return commit.result
    }
  } finally {
    // After a failure, or when another call completed the revision first, no row names these files.
    if (!published)
      for (const each of [derivatives.embed, derivatives.poster]) if (each) await blobs().removeItem(each.key)
  }
}

/** Returns the named revision, else the latest that is not complete, else the latest. */
async function findRevision(artifactId: string, revisionId: string | undefined): Promise<RevisionRow> {
  const ofArtifact = eq(revision.artifactId, artifactId)
  const [found] = await db
    .select()
    .from(revision)
    .where(
      and(ofArtifact, revisionId === undefined ? isNull(revision.completedAt) : eq(revision.id, revisionId)),
    )
    .orderBy(desc(revision.index))
    .limit(1)
  if (found) return found
  if (revisionId !== undefined)
    throw new AppError('not_found', {
      message: 'Revision not found for this artifact.',
      field: 'revisionId',
    })
  const [latest] = await db.select().from(revision).where(ofArtifact).orderBy(desc(revision.index)).limit(1)
  if (!latest)
    throw new AppError('upload_missing', {
      message: 'This artifact has no revision: its upload was rejected.',
      hint: 'Declare a new revision.',
    })
  return latest
}

/**
 * Throws unless the original has arrived, and the poster too where its token is given. Returns the declared
 * type of the poster, or null where none was declared.
 */
async function assertUploaded(target: RevisionRow, posterToken: string | undefined): Promise<Mime | null> {
  const uploads = await db.select().from(upload).where(eq(upload.revisionId, target.id))
  if (target.originalKey === null) {
    throw new AppError('upload_missing', {
      message: 'The bytes of this revision have not arrived.',
      hint: 'PUT them to its uploadUrl, then complete again. If the address has expired, declare a new revision.',
    })
  }
  const poster = uploads.find(each => each.purpose === 'poster')
  if (posterToken !== undefined && poster?.hash !== sha256(posterToken))
    throw invalid(
      'posterUploadToken',
      'posterUploadToken is not the poster token of this revision.',
      'Use poster.uploadToken of the declaration, or leave it out.',
    )
  if (posterToken !== undefined && target.posterOriginalKey === null)
    throw new AppError('upload_missing', {
      field: 'posterUploadToken',
      message: 'The bytes of the poster have not arrived.',
      hint: 'PUT them to poster.uploadUrl, or complete without posterUploadToken.',
    })
  return poster?.mime ?? null
}

/**
 * Throws what the plan would refuse before any work is done. The meter is updated by the write that
 * publishes.
 */
async function assertPlanAllows(
  { artifact: { kind }, workspace }: LoadedArtifact,
  durationMs: number | undefined,
): Promise<void> {
  if (kind === 'video' && durationMs === undefined && limitsApply(workspace.plan))
    throw invalid(
      'durationMs',
      'durationMs is required for a video: the plan of this workspace counts its length.',
      'Send the length of the recording in milliseconds.',
    )
  await assertEvidenceQuota(db, workspace, kind, durationMs ?? null)
}
