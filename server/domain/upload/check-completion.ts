import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { Mime } from '#shared/contract/kit/fields'
import { AppError, invalid } from '#shared/errors'
import type { LoadedArtifact } from '~~/server/access/loaders'
import { sha256 } from '~~/server/secrets/secrets'
import { db } from '~~/server/db'
import { revision, upload } from '~~/server/db/schema'
import type { RevisionRow } from '~~/server/domain/artifact/rows'
import { assertEvidenceQuota, limitsApply } from '~~/server/domain/billing/quotas'
import { assertStorageLeft } from '~~/server/domain/billing/storage-quota'

/**
 * Returns the revision with the given id. Without an id, returns the latest incomplete revision whose bytes
 * have arrived or, if there is none, the latest incomplete revision. If all revisions are complete, returns
 * the latest one.
 */
export async function findRevision(artifactId: string, revisionId: string | undefined): Promise<RevisionRow> {
  const ofArtifact = eq(revision.artifactId, artifactId)
  const [found] = await db
    .select()
    .from(revision)
    .where(
      and(ofArtifact, revisionId === undefined ? isNull(revision.completedAt) : eq(revision.id, revisionId)),
    )
    .orderBy(asc(isNull(revision.originalKey)), desc(revision.index))
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
 * Throws unless the original has arrived. If the token of a poster is given, the poster must have arrived
 * too. Returns the declared type of the poster, or null if no poster was declared.
 */
export async function assertUploaded(
  target: RevisionRow,
  posterToken: string | undefined,
): Promise<Mime | null> {
  if (target.originalKey === null) {
    throw new AppError('upload_missing', {
      message: 'The bytes of this revision have not arrived.',
      hint:
        'PUT them to its uploadUrl, then complete again. ' +
        'If the address has expired, declare a new revision.',
    })
  }
  const [poster] = await db
    .select()
    .from(upload)
    .where(and(eq(upload.revisionId, target.id), eq(upload.purpose, 'poster')))
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
 * Throws if the plan does not allow the revision, or if the storage quota of the workspace is used up. This
 * check runs before any work is done. It does not count the revision; the transaction that publishes the
 * revision counts it.
 */
export async function assertCompletionFits(
  { artifact: { kind }, workspace }: LoadedArtifact,
  durationMs: number | undefined,
): Promise<void> {
  if (kind === 'video' && durationMs === undefined && limitsApply(workspace.plan))
    throw invalid(
      'durationMs',
      'durationMs is required for a video: the plan of this workspace counts its length.',
      'Send the length of the video in milliseconds.',
    )
  await assertEvidenceQuota(db, workspace, kind, durationMs ?? null)
  await assertStorageLeft(db, workspace)
}

/** Returns the error for a revision that was rejected or deleted while it was being completed. */
export const revisionGone = (): AppError =>
  new AppError('conflict', {
    message: 'This revision has been rejected or deleted.',
    hint: 'Read the review, then declare a new revision.',
  })
