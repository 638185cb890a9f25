import { and, eq } from 'drizzle-orm'
import type { EvidenceWarning, OmittedFile } from '#shared/contract/submitted-evidence'
import type { Caller } from '~~/server/access/actor'
import { writeIdempotent } from '~~/server/access/idempotency'
import type { LoadedReview } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import { haveSettingsChanged } from '~~/server/domain/artifact/baseline'
import { baselineKey } from '~~/server/domain/artifact/baseline-key'
import type { Comparisons } from '~~/server/domain/artifact/compare-revisions'
import { EvidenceChangedError, toShownRevision } from '~~/server/domain/artifact/shown-pictures'
import { assertEvidenceQuota, assertFileSize } from '~~/server/domain/billing/quotas'
import { storageCounter } from '~~/server/domain/billing/storage-quota'
import { extendClaims } from '~~/server/domain/thread/claim-thread'
import { assignRound } from '~~/server/domain/upload/assign-round'
import { droppedTracks } from '~~/server/domain/upload/completion-warnings'
import { findTarget, unchangedRevision, type KnownHashes, type Target } from './find-target'
import { insertEvidence, type NewEvidence } from './insert-evidence'
import { omittedFile } from './omitted-files'
import type { Evidence } from './evidence'
import {
  descriptionOf,
  refuseAfter,
  screenShown,
  type Preparation,
  type Published,
  type Submission,
} from './submission'
import { contextNotStored, senderWarning, warningsOf } from './unchanged-warnings'

/**
 * Inserts the rows of the files in one transaction, together with the other changes of the call. Throws
 * {@link EvidenceChangedError} if the review has changed since the files were prepared.
 */
export async function commitSubmission<T>(
  caller: Caller,
  { evidence, refusals, changedOnly, description, round, open, finish }: Submission<T>,
  { media, known, pictures, comparisons }: Readonly<Preparation>,
): Promise<{ result: T; published: Published[] }> {
  let published: Published[] = []
  const refusedBefore = refusals.copy()
  const result = await writeIdempotent(async tx => {
    // The database may run this callback several times, so the refusals of an earlier run are removed.
    refusals.restore(refusedBefore)
    const loaded = await open(tx)
    const countStorage = await storageCounter(tx, loaded.workspace)
    const hashes = new Map(known)
    published = []
    const omitted: OmittedFile[] = []
    let roundId: string | null = null
    for (const each of evidence) {
      if (refusals.has(each)) continue
      const target = await findTarget(tx, loaded.review.id, each)
      const leftOut = changedOnly ? omittedFile(each, evidence, target, comparisons) : null
      if (leftOut) {
        omitted.push(leftOut)
        continue
      }
      const previous = published.at(-1)
      const before = previous?.evidence.isBefore ? previous.shown : undefined
      const unchanged = findUnchanged(each, target, hashes)
      if (unchanged) {
        const warnings = await keepUnchanged(tx, caller, loaded.review.id, unchanged, target)
        published.push({ ...unchanged, warnings: [...warningsOf(unchanged, before, pictures), ...warnings] })
        continue
      }
      const prepared = media.of(each)
      try {
        assertFileSize(loaded.workspace.plan, each.bytes)
        await assertEvidenceQuota(tx, loaded.workspace, each.kind, prepared?.embed.durationMs ?? null)
        if (prepared) countStorage(prepared.storedBytes)
      } catch (error) {
        refusals.add(each, error)
        refuseAfter(evidence, refusals)
        continue
      }
      const compared = comparisons.get(each)
      if (!prepared || !compared) throw new EvidenceChangedError()
      // All files of the call belong to the same round. Without a round key, each call of assignRound could
      // insert another round.
      roundId ??= await assignRound(tx, loaded.review.id, round)
      const added = await insertChanged(tx, caller, loaded, target, {
        evidence: each,
        prepared,
        comparisons: compared,
        roundId,
        description: descriptionOf(each, description),
      })
      hashes.set(added.revisionId, each.sha256)
      const dropped = prepared.embed.droppedTracks ?? []
      const warnings = warningsOf(added, before, pictures)
      if (dropped.length > 0) warnings.push({ ...droppedTracks(dropped), field: each.part })
      published.push({ ...added, warnings })
    }
    if (published.length === 0 && omitted.length === 0) refusals.throwFirst()
    await extendClaims(tx, caller, loaded.review.id)
    return finish(tx, loaded, { published, roundId, pictures, omitted })
  })
  return { result, published }
}

/**
 * Inserts the revision of a file, and its artifact if the review has none for it. Throws {@link
 * EvidenceChangedError} if the file must be compared again.
 */
async function insertChanged(
  tx: Db,
  caller: Caller,
  loaded: LoadedReview,
  target: Target,
  file: Omit<NewEvidence, 'artifact'>,
): Promise<Omit<Published, 'warnings'>> {
  const { evidence, prepared, comparisons, description } = file
  const screen = screenShown(evidence, target, description)
  await assertStillCompared(tx, baselineKey(loaded.project.id, screen), target, comparisons)
  const { artifact, completed } = target
  const { revisionId, embed } = prepared
  return {
    evidence,
    outcome: artifact ? 'revised' : 'created',
    artifactId: await insertEvidence(tx, caller, loaded, { ...file, artifact }),
    revisionId,
    shown: toShownRevision({ id: revisionId, isBefore: evidence.isBefore }, embed),
    earlier: completed,
  }
}

/**
 * If the file is the state before a change, marks the revision with the same bytes as this state. Returns
 * warnings if the context of the file was not stored, or if another person or agent sent the revision.
 */
async function keepUnchanged(
  tx: Db,
  caller: Caller,
  reviewId: string,
  unchanged: Omit<Published, 'warnings'>,
  { completed }: Target,
): Promise<EvidenceWarning[]> {
  const { evidence, revisionId } = unchanged
  if (evidence.isBefore) await markBefore(tx, reviewId, revisionId)
  const stored = completed.find(({ id }) => id === revisionId)
  const sender = await senderWarning(tx, caller, reviewId, unchanged)
  return [
    ...(evidence.context && stored?.contextKey === null ? [contextNotStored(evidence)] : []),
    ...(sender ? [sender] : []),
  ]
}

/**
 * Throws {@link EvidenceChangedError} if the artifact has another latest revision than the one that the file
 * was compared with, or if the settings of the comparison have changed.
 */
async function assertStillCompared(
  tx: Db,
  key: ReturnType<typeof baselineKey>,
  { completed }: Target,
  compared: Comparisons,
): Promise<void> {
  if (compared.change.against?.revisionId !== completed.at(-1)?.id) throw new EvidenceChangedError()
  if (await haveSettingsChanged(tx, key, compared)) throw new EvidenceChangedError()
}

/** Marks an existing revision as the state before a change. */
async function markBefore(tx: Db, reviewId: string, revisionId: string): Promise<void> {
  const marked = await tx
    .update(revision)
    .set({ isBefore: true })
    .where(and(eq(revision.id, revisionId), eq(revision.isBefore, false)))
    .returning({ id: revision.id })
  if (marked.length > 0) await recordChange(tx, { kind: 'review.updated', reviewId })
}

/**
 * Returns the result for a file whose bytes the artifact already has; null for other files. Throws {@link
 * EvidenceChangedError} if the hash of a candidate is not known.
 */
function findUnchanged(
  evidence: Evidence,
  { artifact, candidates, completed }: Target,
  hashes: KnownHashes,
): Omit<Published, 'warnings'> | null {
  if (candidates.some(({ id }) => !hashes.has(id))) throw new EvidenceChangedError()
  const revisionId = unchangedRevision(evidence, { candidates }, hashes)
  const shown = completed.find(each => each.id === revisionId)
  if (!artifact || !shown) return null
  return {
    evidence,
    outcome: 'unchanged',
    artifactId: artifact.id,
    revisionId: shown.id,
    shown,
    earlier: completed,
  }
}
