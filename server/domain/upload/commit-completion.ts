import { and, eq, isNull } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { CompletionResult } from '#shared/contract/upload'
import { AppError } from '#shared/errors'
import { evidenceUnits } from '#shared/plans'
import type { Caller } from '~~/server/access/actor'
import { writeIdempotent } from '~~/server/access/idempotency'
import { loadArtifact, type LoadedArtifact } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { artifact, review, revision } from '~~/server/db/schema'
import type { Derived } from '~~/server/domain/artifact/derive-media'
import { serializeLoadedArtifact, type RevisionRow } from '~~/server/domain/artifact/serialize'
import { consumeQuota } from '~~/server/domain/billing/quotas'
import { serializeReview } from '~~/server/domain/review/serialize'
import { completionWarnings } from './completion-warnings'
import { redactedConcurrently } from './redact-original'
import { metadataOf, isSuperseded } from './revision-metadata'

export type CompletionInput = Input<'completeArtifact'>

/** The derivatives of a revision. */
export interface Derivatives {
  embed: Derived
  /** The key of the original that `embed` was made from. */
  originalKey: string | null
  poster: Derived | null
  /** The key of the uploaded poster from which `poster` was made; null if no poster has arrived yet. */
  posterOriginalKey: string | null
}

/** Thrown if a poster was stored while its revision was being completed. */
class PosterArrivedError extends Error {}

/**
 * Publishes a revision in one transaction. `published` is false if another call has already completed the
 * revision; `result` is the same in both cases. Returns null if a new poster has arrived that is not in
 * `derivatives`. Throws `conflict` if the revision was rejected or deleted since it was read.
 */
export async function commitCompletion(
  caller: Caller,
  target: RevisionRow,
  input: CompletionInput,
  derivatives: Derivatives,
  isUnchanged: boolean,
): Promise<{ result: CompletionResult; published: boolean } | null> {
  let published = false
  try {
    const result = await writeIdempotent(async tx => {
      published = await publishRevision(tx, caller, target, input, derivatives)
      if (!published) await assertAlreadyCompleted(tx, target.id)
      const completed = await loadArtifact(caller, input.id, 'contribute', tx)
      return completionResult(tx, completed, target.id, isUnchanged)
    })
    return { result, published }
  } catch (error) {
    if (error instanceof PosterArrivedError) return null
    throw error
  }
}

/**
 * Publishes a revision inside the given transaction. Returns false if another call has already completed it.
 * Throws {@link PosterArrivedError}.
 */
export async function publishRevision(
  tx: Db,
  caller: Caller,
  target: RevisionRow,
  input: CompletionInput,
  derivatives: Derivatives,
): Promise<boolean> {
  const isFirst = await markComplete(tx, target, input, derivatives)
  if (isFirst) await updateArtifact(tx, caller, target, input, derivatives)
  return isFirst
}

/**
 * Marks the revision complete. Returns false if another call has already done so. Throws {@link
 * PosterArrivedError}.
 */
async function markComplete(
  tx: Db,
  target: RevisionRow,
  input: CompletionInput,
  { embed, originalKey, poster, posterOriginalKey }: Derivatives,
): Promise<boolean> {
  const [present] = await tx.select().from(revision).where(eq(revision.id, target.id))
  if (present?.completedAt === null) {
    if (present.originalKey !== originalKey || present.unredactedKey !== null) throw redactedConcurrently()
    if (present.posterOriginalKey !== posterOriginalKey) throw new PosterArrivedError()
  }
  const completed = await tx
    .update(revision)
    .set({
      // Values that the agent sent have priority over those of the file.
      width: input.width ?? embed.width,
      height: input.height ?? embed.height,
      durationMs: embed.durationMs === null ? null : (input.durationMs ?? embed.durationMs),
      fileDurationMs: embed.durationMs,
      fileWidth: embed.width,
      fileHeight: embed.height,
      droppedTracks: embed.droppedTracks?.length ? embed.droppedTracks : null,
      embedKey: embed.key,
      embedMime: embed.mime,
      embedBytes: embed.bytes,
      ...(poster && { posterKey: poster.key, posterMime: poster.mime, posterBytes: poster.bytes }),
      pending: null,
      completedAt: Date.now(),
    })
    .where(and(eq(revision.id, target.id), isNull(revision.completedAt)))
    .returning({ id: revision.id })
  return completed.length > 0
}

/**
 * Counts the evidence against the quota, and stores the metadata of the revision. Copies the declared fields
 * to the artifact, unless a later revision is already complete.
 */
async function updateArtifact(
  tx: Db,
  caller: Caller,
  target: RevisionRow,
  input: CompletionInput,
  { embed }: Derivatives,
): Promise<void> {
  const loaded = await loadArtifact(caller, input.id, 'contribute', tx)
  const now = Date.now()
  const units = evidenceUnits(loaded.artifact.kind, input.durationMs ?? embed.durationMs)
  await consumeQuota(tx, 'evidenceUnits', loaded.workspace, units, now)
  const metadata = await metadataOf(tx, target, loaded.artifact)
  await tx.update(revision).set(metadata).where(eq(revision.id, target.id))
  const { title, variationGroup } = target.pending ?? {}
  const changesGroup = variationGroup !== undefined && variationGroup !== loaded.artifact.variationGroup
  const shown = {
    ...metadata,
    title,
    variationGroup,
    ...(changesGroup && { preferred: false }),
  }
  await tx
    .update(artifact)
    .set({
      ...((await isSuperseded(tx, target)) ? {} : shown),
      status: 'ready',
      updatedAt: now,
    })
    .where(eq(artifact.id, input.id))
  await recordChange(tx, {
    kind: 'artifact.completed',
    actor: caller,
    subjectId: target.id,
    ...scopeOf(loaded),
  })
}

async function assertAlreadyCompleted(tx: Db, revisionId: string): Promise<void> {
  const [found] = await tx.select({ id: revision.id }).from(revision).where(eq(revision.id, revisionId))
  if (!found)
    throw new AppError('conflict', {
      message: 'This revision has been rejected or deleted.',
      hint: 'Read the review, then declare a new revision.',
    })
}

/**
 * Returns the result of completing a revision that is already complete. `isUnchanged` states whether the
 * revision looks the same as the previous one.
 */
export async function completionResult(
  executor: Db,
  loaded: LoadedArtifact,
  revisionId: string,
  isUnchanged: boolean,
): Promise<CompletionResult> {
  const shown = await serializeLoadedArtifact(executor, loaded)
  const completed = shown.revisions.find(each => each.id === revisionId)
  if (!completed) throw new AppError('not_found')
  const [row] = await executor
    .select({ review, revision })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .where(eq(revision.id, revisionId))
  if (!row) throw new AppError('not_found')
  const shownReview = serializeReview(row.review)
  return {
    artifactId: shown.id,
    revisionId,
    revisionIndex: completed.index,
    status: 'ready',
    reviewUrl: shownReview.url,
    embedUrl: completed.embedUrl,
    posterUrl: completed.posterUrl,
    downloadUrl: completed.downloadUrl,
    markdown: shown.markdown,
    warnings: completionWarnings(row.revision, {
      viewport: completed.viewport,
      isUnchanged,
    }),
    artifact: shown,
    review: shownReview,
  }
}
