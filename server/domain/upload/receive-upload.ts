import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { and, eq, isNull } from 'drizzle-orm'
import { AppError, invalid } from '#shared/errors'
import { anonymous, type AnonymousActor } from '~~/server/access/actor'
import { findValidIssuer, type Issuer } from '~~/server/access/issuer'
import { sha256 } from '~~/server/access/secrets'
import { db, write, type Db } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { artifact, project, review, revision, upload } from '~~/server/db/schema'
import { blobs } from '~~/server/storage/blobs'
import { BlobSizeError } from '~~/server/storage/driver'

export interface Receipt {
  ok: true
  bytes: number
  purpose: 'original' | 'poster'
  revisionId: string
}

/**
 * Takes the bytes of a declared upload, once, within the hour: bytes first, then the row that makes them
 * visible. A broken or short transfer stores nothing and leaves the address usable; of two at once one wins.
 * An address stops working with the token or the membership it was issued to: checked before the bytes and
 * again in the write. Throws `not_found`, `already_used`, `expired`, `too_large`, and `invalid_request` for
 * too few bytes.
 */
export async function receiveUpload(
  token: string,
  body: Readable,
  contentLength: number | undefined,
): Promise<Receipt> {
  const target = await targetOf(token)
  // A stated length that cannot fit is refused before a byte is read.
  if (contentLength !== undefined && contentLength !== target.bytes)
    throw wrongSize(target.bytes, contentLength)
  const key = `${target.purpose === 'original' ? 'originals' : 'posters'}/${target.revisionId}/${randomBytes(9).toString('hex')}`
  try {
    await blobs().write(key, body, { size: target.bytes })
  } catch (error) {
    if (error instanceof BlobSizeError) throw wrongSize(target.bytes, error.received)
    throw error
  }
  try {
    return await publish(target, key)
  } catch (error) {
    await blobs().remove(key)
    throw error
  }
}

interface Target {
  id: string
  /** null: the address is older than the record of who obtained it. */
  issuedTo: Omit<Issuer, 'name'> | null
  revisionId: string
  purpose: 'original' | 'poster'
  bytes: number
  workspaceId: string
  projectId: string
  reviewId: string
}

async function targetOf(token: string): Promise<Target> {
  const [row] = await db
    .select({ upload, revision, artifact, review, project })
    .from(upload)
    .innerJoin(revision, eq(revision.id, upload.revisionId))
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .innerJoin(project, eq(project.id, review.projectId))
    .where(eq(upload.hash, sha256(token)))
  if (!row) throw unknown()
  // A poster that was never sent is of no use once its revision is complete: nothing would look at it.
  if (row.upload.receivedAt !== null || row.revision.completedAt !== null) throw used()
  if (row.upload.expiresAt <= Date.now())
    throw new AppError('expired', {
      message: 'This upload address has expired; it was valid for one hour.',
      hint: 'Declare a new revision to get a new address.',
    })
  const { id, revisionId, purpose, bytes, issuedToType, issuedToId } = row.upload
  const issuedTo =
    issuedToType === null || issuedToId === null ? null : { type: issuedToType, id: issuedToId }
  const place = { workspaceId: row.project.workspaceId, projectId: row.project.id, reviewId: row.review.id }
  const target = { id, issuedTo, revisionId, purpose, bytes, ...place }
  await issuerOf(db, target)
  return target
}

/** Returns the actor of `upload.received`. Throws `not_found` when the address ended with its issuer. */
async function issuerOf(executor: Db, { issuedTo, workspaceId }: Target): Promise<Issuer | AnonymousActor> {
  if (issuedTo === null) return anonymous
  const issuer = await findValidIssuer(executor, issuedTo, workspaceId, 'contribute')
  if (!issuer) throw unknown()
  return issuer
}

async function publish(target: Target, key: string): Promise<Receipt> {
  return write(async tx => {
    const issuer = await issuerOf(tx, target)
    const [mine] = await tx
      .update(upload)
      .set({ receivedAt: Date.now() })
      .where(and(eq(upload.id, target.id), isNull(upload.receivedAt)))
      .returning({ id: upload.id })
    if (!mine) throw await gone(target.revisionId)
    const [open] = await tx
      .update(revision)
      .set(target.purpose === 'original' ? { originalKey: key } : { posterOriginalKey: key })
      .where(and(eq(revision.id, target.revisionId), isNull(revision.completedAt)))
      .returning({ id: revision.id })
    if (!open) throw used()
    await recordEvent(tx, issuer, 'upload.received', {
      subjectId: target.revisionId,
      workspaceId: target.workspaceId,
      projectId: target.projectId,
      reviewId: target.reviewId,
    })
    return { ok: true, bytes: target.bytes, purpose: target.purpose, revisionId: target.revisionId }
  })
}

/** Somebody else was first, or the revision was deleted meanwhile. */
async function gone(revisionId: string): Promise<AppError> {
  const [row] = await db.select({ id: revision.id }).from(revision).where(eq(revision.id, revisionId))
  return row ? used() : new AppError('not_found', { message: 'This revision was deleted.' })
}

const unknown = () =>
  new AppError('not_found', {
    message: 'There is no such upload address.',
    hint: 'Declare the upload again to get a new address.',
  })

const used = () =>
  new AppError('already_used', {
    message: 'This upload address was used already, or its revision is complete.',
    hint: 'Do not repeat a successful PUT: complete the artifact. To send other bytes, declare a new revision.',
  })

function wrongSize(expected: number, received: number): AppError {
  if (received > expected)
    return new AppError('too_large', {
      message: `More bytes than the ${expected} declared.`,
      hint: 'Nothing was stored; the address stays usable. Send exactly the declared bytes, or declare again with the right size.',
    })
  return invalid(
    'bytes',
    `Only ${received} of the ${expected} declared bytes arrived.`,
    'Nothing was stored; the address stays usable. Send the whole file, or declare again with the right size.',
  )
}
