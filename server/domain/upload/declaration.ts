import type { Input } from '#shared/contract'
import type { DeclarationResult } from '#shared/contract/upload'
import type { ArtifactKind, Mime } from '#shared/contract/kit/fields'
import { limits } from '#shared/contract/kit/limits'
import { exactBytes } from '#shared/contract/kit/sizes'
import { addresses } from '#shared/addresses'
import { invalid } from '#shared/errors'
import { newId } from '#shared/ids'
import { iso } from '#shared/time'
import type { Caller } from '~~/server/access/actor'
import { newSecret, sha256 } from '~~/server/secrets/secrets'
import type { Db } from '~~/server/db'
import type { PendingEvidence } from '~~/server/db/tables/evidence'
import { revision, upload } from '~~/server/db/schema'
import { assertRevisionLimit } from '~~/server/domain/artifact/assert-artifact-limit'
import { assertEvidenceQuota, assertFileSize } from '~~/server/domain/billing/quotas'
import { assertStorageFits, type StoringWorkspace } from '~~/server/domain/billing/storage-quota'
import { settings } from '~~/server/settings'
import { assignRound } from './assign-round'

/** The fields that a call may contain when it declares a revision. */
export type Declaration = Omit<Input<'declareRevision'>, 'id'>

/**
 * Throws `invalid_request` if the declared type, size or poster is not allowed for the kind of the artifact.
 */
export function assertDeclarationAllowed(kind: ArtifactKind, input: Declaration): void {
  if (!input.mime.startsWith(`${kind}/`))
    throw invalid(
      'mime',
      `"mime" is ${input.mime}, which is not the type of ${kind === 'image' ? 'an image' : 'a video'}.`,
      'Declare the kind that matches the file.',
    )
  if (kind === 'image' && input.bytes > limits.imageBytes)
    throw invalid(
      'bytes',
      `An image may have at most ${exactBytes(limits.imageBytes)}; this one has ${input.bytes}.`,
      'Compress or crop it.',
    )
  if (kind === 'image' && input.poster)
    throw invalid('poster', '"poster" is only for videos.', 'Leave it out.')
}

/**
 * Throws if the plan or the storage quota does not allow the upload, before any byte is sent. Checks the size
 * and, for a video, the declared duration. The duration is only an estimate, so it is checked again when the
 * revision is completed. The storage quota is checked again when the bytes are received and when the revision
 * is completed, because other uploads may have filled the storage.
 */
export async function assertDeclarationFitsPlan(
  tx: Db,
  workspace: StoringWorkspace,
  kind: ArtifactKind,
  input: Declaration,
): Promise<void> {
  assertFileSize(workspace.plan, input.bytes)
  await assertStorageFits(tx, workspace, input.bytes)
  if (kind === 'video' && input.durationMs !== undefined)
    await assertEvidenceQuota(tx, workspace, kind, input.durationMs)
}

interface NewRevision {
  caller: Caller
  artifactId: string
  reviewId: string
  index: number
  /**
   * The fields that are copied to the artifact when the revision is completed; null for the first revision.
   */
  pending: PendingEvidence | null
}

/**
 * Inserts a declared revision and its upload URLs inside the given transaction. Throws `conflict` if the
 * review has the maximum number of revisions.
 */
export async function insertRevision(
  tx: Db,
  { caller, artifactId, reviewId, index, pending }: NewRevision,
  input: Declaration,
): Promise<DeclarationResult> {
  await assertRevisionLimit(tx, reviewId)
  const id = newId('revision')
  await tx.insert(revision).values({
    id,
    artifactId,
    index,
    mime: input.mime,
    bytes: input.bytes,
    durationMs: null,
    roundId: await assignRound(tx, reviewId, input),
    isBefore: input.isBefore ?? false,
    pending,
    createdAt: Date.now(),
  })
  const insertTarget = (purpose: 'original' | 'poster', { mime, bytes }: { mime: Mime; bytes: number }) =>
    insertUpload(tx, caller, { revisionId: id, purpose, mime, bytes })
  return {
    artifactId,
    reviewId,
    revisionId: id,
    revisionIndex: index,
    status: 'processing',
    ...(await insertTarget('original', input)),
    ...(input.poster && { poster: await insertTarget('poster', input.poster) }),
  }
}

interface NewUpload {
  revisionId: string
  purpose: 'original' | 'poster'
  mime: Mime
  bytes: number
}

/** Inserts an upload URL. Returns its token, of which only the SHA-256 is stored. */
async function insertUpload(tx: Db, caller: Caller, target: NewUpload) {
  const uploadToken = newSecret()
  const now = Date.now()
  const expiresAt = now + limits.uploadLifetimeMs
  await tx.insert(upload).values({
    id: newId('upload'),
    hash: sha256(uploadToken),
    ...target,
    issuedToType: caller.type,
    issuedToId: caller.id,
    createdAt: now,
    expiresAt,
  })
  return {
    uploadUrl: addresses.upload(settings().publicUrl, uploadToken),
    uploadToken,
    uploadExpiresAt: iso(expiresAt),
  }
}
