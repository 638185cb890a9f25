import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { CompletionResult } from '#shared/contract/upload'
import { AppError } from '#shared/errors'
import { evidenceUnits } from '#shared/plans'
import type { Caller } from '~~/server/access/actor'
import { writeIdempotent } from '~~/server/access/idempotency'
import { loadArtifact, type LoadedArtifact } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { withCommit, type Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { artifact, review, revision } from '~~/server/db/schema'
import { haveSettingsChanged } from '~~/server/domain/artifact/baseline'
import { baselineKey } from '~~/server/domain/artifact/baseline-key'
import type { Comparisons } from '~~/server/domain/artifact/compare-revisions'
import type { Derived } from '~~/server/domain/artifact/derive-media'
import { serializeLoadedArtifact } from '~~/server/domain/artifact/serialize'
import type { RevisionRow } from '~~/server/domain/artifact/rows'
import { consumeQuota } from '~~/server/domain/billing/quotas'
import { assertStorageFits } from '~~/server/domain/billing/storage-quota'
import { serializeReviewFor } from '~~/server/domain/review/serialize'
import { revisionGone } from './check-completion'
import { completionWarnings } from './completion-warnings'
import { redactedConcurrently } from './redact-original'
import { isSupersededIn, metadataOf, revisionBefore, screenOf } from './revision-metadata'

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

/**
 * Thrown if the comparison is outdated: another revision is now the previous one, or the settings for
 * comparisons were changed.
 */
class PreviousChangedError extends Error {}

/** Thrown if a poster was stored while its revision was being completed. */
class PosterArrivedError extends Error {}

/**
 * Publishes a revision in one transaction. `published` is false if another call has already completed the
 * revision; `result` is the same in both cases.
 *
 * Returns null if the call must be repeated: a new poster has arrived that is not in `derivatives`, or
 * `comparisons` is outdated. Throws `conflict` if the revision was rejected or deleted since it was read, and
 * errors for reached quotas.
 */
export async function commitCompletion(
  caller: Caller,
  target: RevisionRow,
  input: CompletionInput,
  derivatives: Derivatives,
  comparisons: Comparisons,
): Promise<{ result: CompletionResult; published: boolean } | null> {
  let published = false
  try {
    const result = await writeIdempotent(async tx => {
      const read = await readCompletion(tx, caller, target)
      if (!read.present) throw revisionGone()
      published = read.present.completedAt === null
      if (!published) return completionResult(tx, caller, read.loaded, target.id)
      assertCurrent(read.present, derivatives)
      if (read.before?.id !== comparisons.change.against?.revisionId) throw new PreviousChangedError()
      const key = baselineKey(
        read.loaded.project.id,
        screenOf(target.pending, read.loaded.artifact, read.before),
      )
      if (await haveSettingsChanged(tx, key, comparisons)) throw new PreviousChangedError()
      // Only the derivatives are added here: the original was already counted when its bytes were received.
      const { embed, poster } = derivatives
      await assertStorageFits(tx, read.loaded.workspace, embed.bytes + (poster?.bytes ?? 0))
      const publishing = publishRevision(tx, caller, { target, read, input, derivatives, comparisons })
      // The statements that read the result are sent together with the statements that publish the revision.
      const [shown] = await Promise.all([
        completionResult(tx, caller, publishing.loaded, target.id),
        publishing.done,
      ])
      return shown
    })
    return { result, published }
  } catch (error) {
    if (error instanceof PosterArrivedError || error instanceof PreviousChangedError) return null
    throw error
  }
}

/** The rows that the publication of a revision depends on. */
type CompletionRows = Awaited<ReturnType<typeof readCompletion>>

/**
 * Reads the rows that the publication of a revision depends on: its artifact, its present row, the completed
 * revision before it, and whether a later revision is complete.
 */
export async function readCompletion(tx: Db, caller: Caller, target: RevisionRow) {
  const loading = loadArtifact(caller, target.artifactId, 'contribute', tx)
  // The statements are sent in one round trip. The statements that load the artifact run first.
  const [loaded, [present], before, isSuperseded] = await Promise.all([
    loading,
    revisionOf(tx, { id: target.id }),
    revisionBefore(tx, target),
    isSupersededIn(tx, target),
  ])
  return { loaded, present, before, isSuperseded }
}

const revisionOf = prepared({ id: revision.id }, (executor, { id }) =>
  executor.select().from(revision).where(eq(revision.id, id)),
)

/**
 * Throws if the bytes of a revision were redacted since its derivatives were made, and {@link
 * PosterArrivedError} if another poster has arrived.
 */
function assertCurrent(present: RevisionRow, { originalKey, posterOriginalKey }: Derivatives): void {
  if (present.originalKey !== originalKey || present.unredactedKey !== null) throw redactedConcurrently()
  if (present.posterOriginalKey !== posterOriginalKey) throw new PosterArrivedError()
}

/**
 * Publishes a revision that is not complete, inside the given transaction: counts it against the quota, and
 * copies the declared fields to the artifact, unless a later revision is already complete. Returns the
 * artifact as it is after the publication. `done` resolves when the quota was checked.
 */
export function publishRevision(
  tx: Db,
  caller: Caller,
  {
    target,
    read: { loaded, before, isSuperseded },
    input,
    derivatives: { embed, poster },
    comparisons: { change, baseline },
  }: {
    target: RevisionRow
    read: Omit<CompletionRows, 'present'>
    input: CompletionInput
    derivatives: Derivatives
    comparisons: Comparisons
  },
): { loaded: LoadedArtifact; done: Promise<unknown> } {
  const now = Date.now()
  const metadata = metadataOf(target.pending, loaded.artifact, before)
  withCommit(
    tx
      .update(revision)
      .set({
        ...metadata,
        // Values that the agent sent have priority over the values of the file.
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
        embedHash: embed.sha256,
        baselineKey: baselineKey(loaded.project.id, screenOf(target.pending, loaded.artifact, before)),
        change,
        baseline,
        ...(poster && { posterKey: poster.key, posterMime: poster.mime, posterBytes: poster.bytes }),
        pending: null,
        completedAt: now,
      })
      .where(eq(revision.id, target.id)),
  )
  const { title, variationGroup } = target.pending ?? {}
  const changesGroup = variationGroup !== undefined && variationGroup !== loaded.artifact.variationGroup
  const shown = {
    ...metadata,
    ...(title !== undefined && { title }),
    ...(variationGroup !== undefined && { variationGroup }),
    ...(changesGroup && { preferred: false }),
  }
  const changed = { ...(!isSuperseded && shown), status: 'ready', updatedAt: now } as const
  withCommit(tx.update(artifact).set(changed).where(eq(artifact.id, loaded.artifact.id)))
  const units = evidenceUnits(loaded.artifact.kind, input.durationMs ?? embed.durationMs)
  const done = Promise.all([
    consumeQuota(tx, 'evidenceUnits', loaded.workspace, units, now),
    recordChange(tx, {
      kind: 'artifact.completed',
      actor: caller,
      subjectId: target.id,
      ...scopeOf(loaded),
    }),
  ])
  return { loaded: { ...loaded, artifact: { ...loaded.artifact, ...changed } }, done }
}

const inReview = prepared({ id: revision.id }, (executor, { id }) =>
  executor
    .select({ review, revision })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .where(eq(revision.id, id)),
)

/** Returns the result of completing a revision that is already complete. */
export async function completionResult(
  executor: Db,
  caller: Caller,
  loaded: LoadedArtifact,
  revisionId: string,
): Promise<CompletionResult> {
  const [shown, [row]] = await Promise.all([
    serializeLoadedArtifact(executor, loaded),
    inReview(executor, { id: revisionId }),
  ])
  const completed = shown.revisions.find(each => each.id === revisionId)
  if (!completed || !row) throw new AppError('not_found')
  const shownReview = serializeReviewFor(caller, { ...loaded, review: row.review })
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
    warnings: completionWarnings(row.revision, completed.viewport),
    artifact: shown,
    review: shownReview,
  }
}
