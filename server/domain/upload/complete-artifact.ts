import { eq } from 'drizzle-orm'
import type { Mime } from '#shared/contract/kit/fields'
import type { CompletionResult } from '#shared/contract/upload'
import { AppError, invalid } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadArtifact, type LoadedArtifact } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import { deriveEmbed, derivePosterOf } from '~~/server/domain/artifact/derive-media'
import { removeAllMedia, removeMedia } from '~~/server/domain/artifact/remove-media'
import type { RevisionRow } from '~~/server/domain/artifact/rows'
import { readBaseline } from '~~/server/domain/artifact/baseline'
import { baselineKey } from '~~/server/domain/artifact/baseline-key'
import { compareRevisions, type Comparisons } from '~~/server/domain/artifact/compare-revisions'
import { toShownRevision, ShownPictures } from '~~/server/domain/artifact/shown-pictures'
import { isUnavailable } from '~~/server/errors/unavailable'
import { MediaError } from '~~/server/media/error'
import { BlobMissingError } from '~~/server/storage/errors'
import { removeUnnamed } from '~~/server/storage/remove-blobs'
import { assertCompletionFits, assertUploaded, findRevision, revisionGone } from './check-completion'
import {
  commitCompletion,
  completionResult,
  type CompletionInput,
  type Derivatives,
} from './commit-completion'
import { assertRedacted, changeOf, redactedConcurrently, redactOriginal } from './redact-original'
import { rejectRevision } from './reject-revision'
import { revisionBefore, screenOf } from './revision-metadata'

/**
 * Completes an uploaded revision: verifies its bytes by signature and by decoding, makes the derivatives, and
 * then publishes the revision in one transaction. Completing it again returns the same result. Throws
 * `upload_missing` if the bytes have not arrived. If the bytes do not match the declared upload, throws
 * `invalid_request` and deletes the bytes.
 */
export async function completeArtifact(caller: Caller, input: CompletionInput): Promise<CompletionResult> {
  const loaded = await loadArtifact(caller, input.id, 'contribute')
  let target = await findRevision(input.id, input.revisionId)
  if (target.completedAt !== null) {
    assertRedacted(target, input.redact)
    return completionResult(db, caller, loaded, target.id)
  }
  const posterMime = await assertCompletable(caller, loaded, target, input)
  target = await redact(caller, target, input, loaded.workspace.id)
  if (target.completedAt !== null) {
    const completed = await loadArtifact(caller, input.id, 'contribute')
    return completionResult(db, caller, completed, target.id)
  }
  const derivatives = await deriveOriginal(caller, target, loaded.workspace.id)
  let mayBePublished = false
  try {
    for (;;) {
      await deriveNewPoster(caller, target, posterMime, derivatives, loaded.workspace.id)
      const comparisons = await compare(loaded, target, derivatives)
      const commit = await commitCompletion(caller, target, input, derivatives, comparisons)
      // In between, another poster has arrived, another revision of the artifact was completed, or the
      // settings for comparisons were changed. The next run of the loop uses the new data.
      if (!commit) continue
      mayBePublished = commit.published
      return commit.result
    }
  } catch (error) {
    // If the database did not respond, the commit may have succeeded, so the files stay. The sweep deletes
    // them if no row refers to them.
    mayBePublished = isUnavailable(error)
    throw error
  } finally {
    // After a failure, or if another call has already completed the revision, no row refers to these files.
    if (!mayBePublished)
      await removeUnnamed([derivatives.embed, derivatives.poster].flatMap(each => each?.key ?? []))
  }
}

/**
 * Throws if the revision cannot be completed. This check runs before any work is done. If the picture was to
 * be redacted, also deletes its bytes, since they must not be seen. Returns the declared type of the poster,
 * or null.
 */
async function assertCompletable(
  caller: Caller,
  loaded: LoadedArtifact,
  target: RevisionRow,
  input: CompletionInput,
): Promise<Mime | null> {
  try {
    assertRedactable(loaded, input)
    const posterMime = await assertUploaded(target, input.posterUploadToken)
    await assertCompletionFits(loaded, input.durationMs)
    return posterMime
  } catch (error) {
    // The bytes are not deleted if the error is `upload_missing`, since the upload may still arrive.
    if (!input.redact || !(error instanceof AppError) || error.code === 'upload_missing') throw error
    await rejectRevision(caller, target.artifactId, target.id, removeAllMedia)
    const deleted = 'The bytes were deleted, because they had to be redacted: declare them again.'
    throw new AppError(error.code, {
      message: error.message,
      field: error.field ?? undefined,
      quota: error.quota,
      hint: [error.hint, deleted].filter(Boolean).join(' '),
      cause: error,
    })
  }
}

function assertRedactable({ artifact: { kind } }: LoadedArtifact, { redact }: CompletionInput): void {
  if (kind === 'video' && redact)
    throw invalid(
      'redact',
      '"redact" works only with images.',
      'Leave it out, or record the video again without the parts to hide.',
    )
}

/**
 * Paints over areas of the picture: see {@link redactOriginal}. Throws and rejects the revision like
 * {@link deriveOriginal}.
 */
async function redact(
  caller: Caller,
  target: RevisionRow,
  input: CompletionInput,
  workspaceId: string,
): Promise<RevisionRow> {
  try {
    return await redactOriginal(caller, target, input.redact, workspaceId)
  } catch (error) {
    throw await rejectionOf(error, 'mime', caller, target, removeAllMedia)
  }
}

/**
 * Verifies the original and makes its embeddable derivative. If the bytes do not match the declared upload,
 * throws `invalid_request` and rejects the revision.
 */
async function deriveOriginal(
  caller: Caller,
  target: RevisionRow,
  workspaceId: string,
): Promise<Derivatives> {
  try {
    const embed = await deriveEmbed({ id: target.id, workspaceId }, target.originalKey ?? '', target.mime)
    return { embed, originalKey: target.originalKey, poster: null, posterOriginalKey: null }
  } catch (error) {
    throw await rejectionOf(error, 'mime', caller, target)
  }
}

/** Compares the revision with the previous revision of its artifact, and with the accepted one. */
async function compare(
  { artifact, project, workspace }: LoadedArtifact,
  target: RevisionRow,
  { embed }: Derivatives,
): Promise<Comparisons> {
  const previous = await revisionBefore(db, target)
  const key = baselineKey(project.id, screenOf(target.pending, artifact, previous))
  const baseline = await readBaseline(db, project.baselines, key)
  return compareRevisions(workspace, toShownRevision(target, embed), previous, baseline, new ShownPictures())
}

/**
 * Verifies the uploaded poster and makes its derivative. Does nothing if no poster has arrived since the last
 * call. Throws as {@link deriveOriginal} does.
 */
async function deriveNewPoster(
  caller: Caller,
  target: RevisionRow,
  mime: Mime | null,
  derivatives: Derivatives,
  workspaceId: string,
): Promise<void> {
  const [row] = await db
    .select({ key: revision.posterOriginalKey })
    .from(revision)
    .where(eq(revision.id, target.id))
  if (!row?.key || row.key === derivatives.posterOriginalKey) return
  try {
    derivatives.poster = await derivePosterOf({ id: target.id, workspaceId }, row.key, mime ?? undefined)
    derivatives.posterOriginalKey = row.key
  } catch (error) {
    throw await rejectionOf(error, 'poster.mime', caller, target)
  }
}

/** Rejects the revision if its bytes caused the error. Returns the error to throw. */
async function rejectionOf(
  error: unknown,
  field: string,
  caller: Caller,
  target: RevisionRow,
  remove = removeMedia,
): Promise<unknown> {
  if (!(error instanceof MediaError)) {
    const change = await changeOf(target)
    // If the revision was deleted in between, its bytes are missing for this reason.
    if (change === 'deleted' && error instanceof BlobMissingError) return revisionGone()
    return change === 'replaced' ? redactedConcurrently() : error
  }
  await rejectRevision(caller, target.artifactId, target.id, remove)
  return new AppError('invalid_request', {
    field,
    message: error.message,
    hint:
      `${error.hint ?? 'Send a file of the declared type.'} ` +
      'The bytes were deleted: send a valid file as a new revision.',
    cause: error,
  })
}
