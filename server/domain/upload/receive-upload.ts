import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { and, eq, isNull } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { AppError, invalid } from '#shared/errors'
import { SECOND } from '#shared/time'
import { anonymous, type Actor, type AnonymousActor } from '~~/server/access/actor'
import { findValidIssuer, type Issuer } from '~~/server/access/issuer'
import { sha256 } from '~~/server/secrets/secrets'
import { assertWorkspaceActive } from '~~/server/access/suspension'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { db, lockWorkspaceOf, write, type Db } from '~~/server/db'
import { selectUploads } from '~~/server/db/joins'
import { revision, upload } from '~~/server/db/schema'
import { assertStorageFits } from '~~/server/domain/billing/storage-quota'
import { withNewFiles } from '~~/server/domain/artifact/with-new-files'
import { rateLimited } from '~~/server/limits/rate-limit'
import { metrics } from '~~/server/metrics'
import { FairShare, fairShares } from '~~/server/process/fair-share'
import { blobs } from '~~/server/storage/blobs'
import { BlobSizeError } from '~~/server/storage/errors'
import { newBlobKey } from '~~/server/storage/keys'

type Receipt = Output<'receiveUpload'>

/** The body of an upload while it arrives. */
export interface UploadedBytes {
  stream: Readable
  /** The length of the body in bytes according to the Content-Length header; undefined without the header. */
  contentLength: number | undefined
}

/**
 * Receives the bytes of a declared upload. Its URL accepts bytes only once and within an hour. Stores first
 * the bytes, then the row with their key. After an incomplete transfer nothing is stored, and the URL can be
 * used again. Of two concurrent transfers, the one that commits first is stored. The URL was issued to a
 * token or a member; it becomes invalid when the token is revoked or the membership ends, which is checked
 * before the bytes are received and again in the transaction. Throws `not_found`, `suspended`,
 * `already_used`, `expired`, `storage_limit_reached`, `too_large`, and `invalid_request` for too few bytes.
 */
export async function receiveUpload(
  _actor: Actor,
  { token }: Input<'receiveUpload'>,
  { stream, contentLength }: UploadedBytes,
): Promise<Receipt> {
  const target = await findUpload(token)
  const { bytes, purpose, revisionId } = target.upload
  // Rejects a wrong Content-Length before reading a byte.
  if (contentLength !== undefined && contentLength !== bytes) throw wrongSize(bytes, contentLength)
  await assertOriginalFits(db, target)
  const key = newBlobKey(revisionId, purpose === 'original' ? 'original' : 'poster-original')
  const hash = createHash('sha256')
  const release = transfers.take([
    { key: target.upload.id, most: fairShares.transfers.upload },
    { key: target.workspace.id, most: fairShares.transfers.workspace },
  ])
  if (!release) throw rateLimited('Too many transfers to this upload address or workspace.', RETRY_MS)
  try {
    await blobs().writeStream(key, stream, { size: bytes, hash })
    metrics.evidenceBytes('received', bytes)
  } catch (error) {
    if (error instanceof BlobSizeError) throw wrongSize(bytes, error.received)
    throw error
  } finally {
    release()
  }
  await withNewFiles([key], () => commitUpload(target, key, hash.digest('hex')))
  return { ok: true, bytes, purpose, revisionId }
}

/** The transfers that this node receives, by upload and by workspace. */
const transfers = new FairShare()
const RETRY_MS = 5 * SECOND

type Target = Awaited<ReturnType<typeof findUpload>>

/** Returns the row of a valid upload URL, with the rows of its revision, artifact, review and workspace. */
async function findUpload(token: string) {
  const [row] = await selectUploads(db).where(eq(upload.hash, sha256(token)))
  if (!row) throw uploadNotFound()
  assertWorkspaceActive(row.workspace)
  // A poster is no longer accepted after its revision was completed.
  if (row.upload.receivedAt !== null || row.revision.completedAt !== null) throw alreadyUsed()
  if (row.upload.expiresAt <= Date.now())
    throw new AppError('expired', {
      message: 'This upload address has expired; it was valid for one hour.',
      hint: 'Declare a new revision to get a new address.',
    })
  await issuerOf(db, row)
  return row
}

/**
 * Returns the token or member to which the upload URL was issued: the actor of the audit event
 * `upload.received`. Throws `not_found` if the token or the membership has ended, and `suspended` if the
 * issuer or the workspace is suspended.
 */
async function issuerOf(
  executor: Db,
  row: Pick<Target, 'upload' | 'workspace'>,
): Promise<Issuer | AnonymousActor> {
  const { issuedToType: type, issuedToId: id } = row.upload
  // The actor is anonymous for URLs of earlier versions, which did not store to whom a URL was issued.
  if (type === null || id === null) return anonymous
  const issuer = await findValidIssuer(executor, { type, id }, row.workspace.id, 'contribute')
  if (!issuer) throw uploadNotFound()
  return issuer
}

/** Throws if the storage quota does not allow an original. Uploaded posters count only as derivatives. */
async function assertOriginalFits(executor: Db, { upload: { purpose, bytes }, workspace }: Target) {
  if (purpose === 'original') await assertStorageFits(executor, workspace, bytes)
}

/** Marks the upload URL as used, and stores the key of the bytes in the revision. */
async function commitUpload(target: Target, key: string, hash: string): Promise<void> {
  const { id, purpose, revisionId } = target.upload
  await write(async tx => {
    await lockWorkspaceOf(tx, 'upload', id)
    const issuer = await issuerOf(tx, target)
    await assertOriginalFits(tx, target)
    const [marked] = await tx
      .update(upload)
      .set({ receivedAt: Date.now() })
      .where(and(eq(upload.id, id), isNull(upload.receivedAt)))
      .returning({ id: upload.id })
    if (!marked) throw await usedOrDeleted(tx, revisionId)
    const [incomplete] = await tx
      .update(revision)
      .set(
        purpose === 'original'
          ? { originalKey: key, originalHash: hash }
          : { posterOriginalKey: key, posterOriginalHash: hash },
      )
      .where(and(eq(revision.id, revisionId), isNull(revision.completedAt)))
      .returning({ id: revision.id })
    if (!incomplete) throw alreadyUsed()
    await recordChange(tx, {
      kind: 'upload.received',
      actor: issuer,
      subjectId: revisionId,
      ...scopeOf(target),
    })
  })
}

/** Returns the error for an upload URL that another transfer has used, or whose revision was deleted. */
async function usedOrDeleted(tx: Db, revisionId: string): Promise<AppError> {
  const [row] = await tx.select({ id: revision.id }).from(revision).where(eq(revision.id, revisionId))
  return row ? alreadyUsed() : new AppError('not_found', { message: 'This revision was deleted.' })
}

const uploadNotFound = () =>
  new AppError('not_found', {
    message: 'Upload address not found.',
    hint: 'Declare the upload again to get a new address.',
  })

const alreadyUsed = () =>
  new AppError('already_used', {
    message: 'This upload address was already used, or its revision is complete.',
    hint:
      'Do not repeat a successful PUT: complete the artifact. ' +
      'To send other bytes, declare a new revision.',
  })

function wrongSize(expected: number, received: number): AppError {
  if (received > expected)
    return new AppError('too_large', {
      message: `More bytes than the ${expected} declared.`,
      hint:
        'Nothing was stored; the address remains valid. ' +
        'Send exactly the declared bytes, or declare again with the right size.',
    })
  return invalid(
    'bytes',
    `Only ${received} of the ${expected} declared bytes arrived.`,
    'Nothing was stored; the address remains valid. ' +
      'Send the whole file, or declare again with the right size.',
  )
}
