import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { CompletionResult } from '#shared/contract/upload'
import type { Mime } from '#shared/contract/kit/fields'
import { AppError, invalid } from '#shared/errors'
import { evidenceUnits } from '#shared/plans'
import { requireCaller, type Actor, type Caller } from '~~/server/access/actor'
import { answer } from '~~/server/access/idempotency'
import { loadArtifact, type LoadedArtifact } from '~~/server/access/reach'
import { sha256 } from '~~/server/access/secrets'
import { db, type Db } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { artifact, revision, upload } from '~~/server/db/schema'
import { assertEvidenceFits, consume, limitsHold } from '~~/server/domain/billing/quotas'
import { serializeReview } from '~~/server/domain/review/serialize'
import { touchReview } from '~~/server/live/touch'
import { MediaError } from '~~/server/media/error'
import { blobs } from '~~/server/storage/blobs'
import { deriveEmbed, derivePosterOf, type Derived } from '../artifact/derive-media'
import { rejectRevision } from './reject-revision'
import type { RevisionRow } from '../artifact/serialize'
import { readArtifact } from '../artifact/update-artifact'

/**
 * Publishes an uploaded revision: verified by signature and by decoding, derivatives made, then one write
 * makes it visible. Completing again answers the same. Bytes that are not what was declared are refused
 * (`invalid_request`) and deleted; throws `upload_missing` before the bytes are there.
 */
export async function completeArtifact(
  actor: Actor,
  input: Input<'completeArtifact'>,
): Promise<CompletionResult> {
  const caller = requireCaller(actor)
  const loaded = await loadArtifact(caller, input.id, 'contribute')
  const target = await revisionToComplete(input.id, input.revisionId)
  if (target.completedAt !== null) return completion(db, loaded, target.id)
  const posterMime = await checkUploads(target, input.posterUploadToken)
  await assertPlanAllows(loaded, input.durationMs)
  const made = await proveOriginal(caller, loaded, target)
  let mine = false
  try {
    for (;;) {
      await provePoster(caller, loaded, target, posterMime, made)
      const completed = await tryToComplete()
      if (completed) return completed
    }
  } catch (error) {
    mine = false
    throw error
  } finally {
    // Published by another call, or by none: the derivatives of this call are not used.
    if (!mine) for (const each of [made.embed, made.poster]) if (each) await blobs().remove(each.key)
  }

  /** Null when a poster arrived that is not proven yet. */
  async function tryToComplete(): Promise<CompletionResult | null> {
    try {
      return await answer(async tx => {
        mine = await claim(tx, target, input, made)
        return mine
          ? publish(tx, caller, target, input, made.embed)
          : lost(tx, await loadArtifact(caller, input.id, 'contribute', tx), target.id)
      })
    } catch (error) {
      if (error instanceof PosterArrived) return null
      throw error
    }
  }
}

/**
 * Refuses what the plan does not take before any work is done; the meter itself moves in the transaction that
 * publishes.
 */
async function assertPlanAllows(
  { artifact: { kind }, workspace }: LoadedArtifact,
  durationMs: number | undefined,
): Promise<void> {
  if (kind === 'video' && durationMs === undefined && limitsHold(workspace.plan))
    throw invalid(
      'durationMs',
      'durationMs is required for a video: the plan of this workspace counts its length.',
      'Send the length of the recording in milliseconds.',
    )
  await assertEvidenceFits(db, workspace, kind, durationMs ?? null)
}

/** Derivatives, and the key of the poster that `poster` was made of: null while none has arrived. */
interface Made {
  embed: Derived
  poster: Derived | null
  posterOriginalKey: string | null
}

/** A poster was stored while its revision was being completed. */
class PosterArrived extends Error {}

/** The revision named, else the latest in flight, else the latest. */
async function revisionToComplete(artifactId: string, revisionId: string | undefined): Promise<RevisionRow> {
  const of = eq(revision.artifactId, artifactId)
  const [inFlight] = await db
    .select()
    .from(revision)
    .where(and(of, revisionId === undefined ? isNull(revision.completedAt) : eq(revision.id, revisionId)))
    .orderBy(desc(revision.index))
    .limit(1)
  if (inFlight) return inFlight
  if (revisionId !== undefined)
    throw new AppError('not_found', {
      message: 'There is no such revision of this artifact.',
      field: 'revisionId',
    })
  const [latest] = await db.select().from(revision).where(of).orderBy(desc(revision.index)).limit(1)
  if (!latest)
    throw new AppError('upload_missing', {
      message: 'This artifact has no revision: its upload was rejected.',
      hint: 'Declare a new revision.',
    })
  return latest
}

/**
 * Throws unless everything that must have arrived has. Returns the declared type of the poster, if one was
 * declared.
 */
async function checkUploads(target: RevisionRow, posterToken: string | undefined): Promise<Mime | null> {
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

async function proveOriginal(caller: Caller, loaded: LoadedArtifact, target: RevisionRow): Promise<Made> {
  try {
    const embed = await deriveEmbed(target.id, target.originalKey ?? '', target.mime)
    return { embed, poster: null, posterOriginalKey: null }
  } catch (error) {
    throw await rejection(error, 'mime', caller, loaded, target)
  }
}

/** Makes the poster of a revision, if one has arrived since the last time. */
async function provePoster(
  caller: Caller,
  loaded: LoadedArtifact,
  target: RevisionRow,
  mime: Mime | null,
  made: Made,
): Promise<void> {
  const [row] = await db
    .select({ key: revision.posterOriginalKey })
    .from(revision)
    .where(eq(revision.id, target.id))
  if (!row?.key || row.key === made.posterOriginalKey) return
  try {
    made.poster = await derivePosterOf(target.id, row.key, mime ?? undefined)
    made.posterOriginalKey = row.key
  } catch (error) {
    throw await rejection(error, 'poster.mime', caller, loaded, target)
  }
}

/** Rejects a revision whose bytes are not what was declared. Returns the error to throw. */
async function rejection(
  error: unknown,
  field: string,
  caller: Caller,
  loaded: LoadedArtifact,
  target: RevisionRow,
): Promise<unknown> {
  if (!(error instanceof MediaError)) return error
  await rejectRevision(caller, loaded, target)
  return new AppError('invalid_request', {
    field,
    message: error.message,
    hint: `${error.hint ?? 'Send a file of the declared type.'} The bytes were deleted; declare a new revision to try again.`,
    cause: error,
  })
}

/**
 * Marks the revision complete with what was made; false when another call was first. Throws {@link
 * PosterArrived} where it has a poster now that was not proven.
 */
async function claim(
  tx: Db,
  target: RevisionRow,
  input: Input<'completeArtifact'>,
  { embed, poster, posterOriginalKey }: Made,
): Promise<boolean> {
  const [present] = await tx
    .select({ key: revision.posterOriginalKey, completedAt: revision.completedAt })
    .from(revision)
    .where(eq(revision.id, target.id))
  if (present?.completedAt === null && present.key !== posterOriginalKey) throw new PosterArrived()
  const claimed = await tx
    .update(revision)
    .set({
      // What the agent sent is authoritative; the file fills in the rest.
      width: input.width ?? embed.width,
      height: input.height ?? embed.height,
      durationMs: embed.durationMs === null ? null : (input.durationMs ?? embed.durationMs),
      fileDurationMs: embed.durationMs,
      embedKey: embed.key,
      embedMime: embed.mime,
      embedBytes: embed.bytes,
      ...(poster && { posterKey: poster.key, posterMime: poster.mime, posterBytes: poster.bytes }),
      pending: null,
      completedAt: Date.now(),
    })
    .where(and(eq(revision.id, target.id), isNull(revision.completedAt)))
    .returning({ id: revision.id })
  return claimed.length > 0
}

/** Makes the claimed revision the artifact's: what its declaration said of the picture is now true of it. */
async function publish(
  tx: Db,
  caller: Caller,
  target: RevisionRow,
  input: Input<'completeArtifact'>,
  embed: Derived,
): Promise<CompletionResult> {
  const loaded = await loadArtifact(caller, input.id, 'contribute', tx)
  const now = Date.now()
  await consume(
    tx,
    'evidenceUnits',
    loaded.workspace,
    evidenceUnits(loaded.artifact.kind, input.durationMs ?? embed.durationMs),
    now,
  )
  const { variationGroup } = target.pending ?? {}
  const moves = variationGroup !== undefined && variationGroup !== loaded.artifact.variationGroup
  const [inFlight] = await tx
    .select({ id: revision.id })
    .from(revision)
    .where(and(eq(revision.artifactId, input.id), isNull(revision.completedAt)))
    .limit(1)
  await tx
    .update(artifact)
    .set({
      ...target.pending,
      ...(moves && { preferred: false }),
      status: inFlight ? 'processing' : 'ready',
      updatedAt: now,
    })
    .where(eq(artifact.id, input.id))
  await touchReview(tx, loaded.review.id, now)
  await recordEvent(tx, caller, 'artifact.completed', {
    subjectId: target.id,
    workspaceId: loaded.workspace.id,
    projectId: loaded.project.id,
    reviewId: loaded.review.id,
  })
  return completion(tx, await loadArtifact(caller, input.id, 'contribute', tx), target.id, now)
}

/**
 * Another call completed the revision first (same answer, its derivatives stand), or it was rejected
 * meanwhile.
 */
async function lost(tx: Db, loaded: LoadedArtifact, revisionId: string): Promise<CompletionResult> {
  const [row] = await tx.select({ id: revision.id }).from(revision).where(eq(revision.id, revisionId))
  if (!row)
    throw new AppError('conflict', {
      message: 'This revision was rejected or deleted meanwhile.',
      hint: 'Read the review, then declare a new revision.',
    })
  return completion(tx, loaded, revisionId)
}

async function completion(
  q: Db,
  loaded: LoadedArtifact,
  revisionId: string,
  now = Date.now(),
): Promise<CompletionResult> {
  const shown = await readArtifact(q, loaded, now)
  const published = shown.revisions.find(each => each.id === revisionId)
  if (!published) throw new AppError('not_found')
  const review = serializeReview(loaded.review)
  return {
    artifactId: shown.id,
    revisionId,
    revisionIndex: published.index,
    status: 'ready',
    reviewUrl: review.url,
    embedUrl: published.embedUrl,
    posterUrl: published.posterUrl,
    downloadUrl: published.downloadUrl,
    markdown: shown.markdown,
    artifact: shown,
    review,
  }
}
