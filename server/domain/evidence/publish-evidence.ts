import { and, eq } from 'drizzle-orm'
import { AppError, invalid } from '#shared/errors'
import type { RetainingWorkspace } from '#shared/plans'
import type { BaselineRule } from '#shared/contract/comparison'
import type { EvidenceOutcome, EvidenceWarning, OmittedFile } from '#shared/contract/submitted-evidence'
import type { Caller } from '~~/server/access/actor'
import { writeIdempotent } from '~~/server/access/idempotency'
import type { LoadedReview } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import { db, type Db } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import { assertEvidenceQuota, assertFileSize, assertQuota } from '~~/server/domain/billing/quotas'
import { storageCounter, type StoringWorkspace } from '~~/server/domain/billing/storage-quota'
import { isUnavailable } from '~~/server/errors/unavailable'
import { assignRound } from '~~/server/domain/upload/assign-round'
import { haveSettingsChanged, noBaseline, readBaseline } from '~~/server/domain/artifact/baseline'
import { baselineKey, type NamedScreen } from '~~/server/domain/artifact/baseline-key'
import { compareRevisions, type Comparisons } from '~~/server/domain/artifact/compare-revisions'
import { extendClaims } from '~~/server/domain/thread/claim-thread'
import { droppedTracks } from '~~/server/domain/upload/completion-warnings'
import { screenOf } from '~~/server/domain/upload/revision-metadata'
import { findTarget, hashCandidates, unchangedRevision, type KnownHashes, type Target } from './find-target'
import { insertEvidence, type Description } from './insert-evidence'
import { omittedFile } from './omitted-files'
import { contextNotStored, senderWarning } from './unchanged-warnings'
import { PreparedMedia } from './prepared-media'
import type { Evidence } from './read-evidence'
import type { Refusals } from './refusals'
import {
  EvidenceChangedError,
  toShownRevision,
  ShownPictures,
  type ShownRevision,
} from '~~/server/domain/artifact/shown-pictures'

/** The result for one file of a call. */
export interface Published {
  evidence: Evidence
  outcome: EvidenceOutcome
  artifactId: string
  revisionId: string
  /** The revision that contains the file: the inserted one or, if the file is unchanged, the existing one. */
  shown: ShownRevision
  /** The completed revisions that the artifact had before the call, in order. */
  earlier: ShownRevision[]
  warnings: EvidenceWarning[]
}

/** A call that publishes files. */
export interface Submission<T> {
  evidence: Evidence[]
  description: Description
  refusals: Refusals
  /** Whether files are left out that would become new evidence, but look as a person accepted it. */
  changedOnly: boolean
  round: { roundKey?: string; roundSummary?: string }
  /**
   * Returns the workspace whose quota applies, the id of the review, and its project. The id or the project
   * is null if the call will create the review or the project.
   */
  find: () => Promise<{
    reviewId: string | null
    project: { id: string; baselines: BaselineRule } | null
    workspace: StoringWorkspace & RetainingWorkspace
  }>
  /** Returns the review, and creates it if there is none. */
  open: (tx: Db) => Promise<LoadedReview>
  /** Called after all files were published. Returns the result of the call. */
  finish: (tx: Db, loaded: LoadedReview, result: PublishedCall) => Promise<T>
}

/** The published files of a call. */
export interface PublishedCall {
  published: Published[]
  roundId: string | null
  pictures: ShownPictures
  omitted: OmittedFile[]
}

/**
 * The number of attempts to publish. An attempt fails if another call publishes evidence with the same titles
 * at the same time.
 */
const MAX_ATTEMPTS = 5

/**
 * Publishes all files or none: verifies and stores them first, then inserts their rows in one transaction,
 * together with the other changes of the call. Skips a file whose bytes the artifact already has. After a
 * failure, no stored file remains, unless the database did not respond to the commit. Throws `conflict` if
 * other calls change the review during every attempt.
 */
export async function publishEvidence<T>(caller: Caller, submission: Submission<T>): Promise<T> {
  const media = new PreparedMedia(submission.refusals.isPartial)
  const known = new Map<string, string | null>()
  const pictures = new ShownPictures()
  const comparisons = new Map<Evidence, Comparisons>()
  let revisionIds: ReadonlySet<string> = new Set()
  // Whether the commit succeeded is unknown if the database did not respond. The sweep then deletes the files
  // if no row refers to them.
  let mayBePublished = false
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      await prepareChanged(submission, media, known, pictures, comparisons)
      try {
        const { result, published } = await commit(caller, submission, media, known, pictures, comparisons)
        revisionIds = new Set(published.map(each => each.revisionId))
        return result
      } catch (error) {
        if (!(error instanceof EvidenceChangedError)) throw error
      }
    }
    throw new AppError('conflict', {
      message: 'Other calls are publishing evidence with the same titles in this review.',
      hint: 'Send the same call again.',
    })
  } catch (error) {
    mayBePublished = isUnavailable(error)
    throw error
  } finally {
    if (!mayBePublished) await media.removeOthers(revisionIds)
  }
}

/**
 * Verifies and stores the files whose bytes the review does not have yet. Throws if the plan does not allow
 * them.
 */
async function prepareChanged(
  { evidence, description, refusals, changedOnly, find }: Submission<unknown>,
  media: PreparedMedia,
  known: Map<string, string | null>,
  pictures: ShownPictures,
  comparisons: Map<Evidence, Comparisons>,
): Promise<void> {
  const { reviewId, project, workspace } = await find()
  const targets: { evidence: Evidence; target: Target; unchangedId: string | undefined }[] = []
  for (const each of evidence)
    await media.redact(each, workspace.id).catch((error: unknown) => refusals.add(each, error))
  for (const each of evidence) {
    if (refusals.has(each)) continue
    const target = await findTarget(db, reviewId, each)
    await hashCandidates(target, known)
    targets.push({ evidence: each, target, unchangedId: unchangedRevision(each, target, known) })
  }
  const changed = targets.filter(each => each.unchangedId === undefined).map(each => each.evidence)
  const countStorage = await storageCounter(db, workspace)
  for (const each of changed)
    try {
      assertFileSize(workspace.plan, each.bytes)
      countStorage(each.bytes)
    } catch (error) {
      refusals.add(each, error)
    }
  // Files that are left out use no quota. It is not known yet which files are left out.
  if (!refusals.isPartial && !changedOnly && changed.length > 0)
    await assertQuota(db, 'evidenceUnitsPerMonth', workspace, changed.length)
  let accepted = 0
  for (const each of changed) {
    if (refusals.has(each)) continue
    try {
      // The remaining quota does not suffice for this file, so it is not prepared. The transaction rejects it
      // later, because only the transaction knows how much quota the earlier files have used.
      if (refusals.isPartial && !changedOnly && !(await hasQuota(workspace, accepted + 1))) break
      await media.prepare(each, workspace.id)
      accepted++
    } catch (error) {
      refusals.add(each, error)
    }
  }
  refuseAfter(evidence, refusals)
  if (evidence.every(each => refusals.has(each))) refusals.throwFirst()
  let before: ShownRevision | undefined
  for (const { evidence: each, target, unchangedId } of targets) {
    const prepared = media.of(each)
    const shown = prepared
      ? toShownRevision({ id: prepared.revisionId, isBefore: each.isBefore }, prepared.embed)
      : target.completed.find(({ id }) => id === unchangedId)
    if (shown) await pictures.read(shown, [...target.completed, ...(before ? [before] : [])])
    if (shown && prepared) {
      // A new state before the change becomes the previous revision. A known state is among the completed
      // revisions.
      const isStored = target.completed.some(({ id }) => id === before?.id)
      const previous = before && !isStored ? before : target.completed.at(-1)
      const screen = screenShown(each, target, descriptionOf(each, description))
      const baseline = project
        ? await readBaseline(db, project.baselines, baselineKey(project.id, screen))
        : noBaseline
      comparisons.set(each, await compareRevisions(workspace, shown, previous, baseline, pictures))
    }
    before = each.isBefore ? shown : undefined
  }
}

/**
 * Inserts the rows of the files in one transaction, together with the other changes of the call. Throws
 * {@link EvidenceChangedError} if the review has changed since the files were prepared.
 */
async function commit<T>(
  caller: Caller,
  { evidence, refusals, changedOnly, description, round, open, finish }: Submission<T>,
  media: PreparedMedia,
  known: KnownHashes,
  pictures: ShownPictures,
  comparisons: ReadonlyMap<Evidence, Comparisons>,
): Promise<{ result: T; published: Published[] }> {
  let published: Published[] = []
  const refusedBefore = refusals.copy()
  const result = await writeIdempotent(async tx => {
    // Removes the refusals of an earlier run, because the database may run this callback again.
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
        if (each.isBefore) await markBefore(tx, loaded.review.id, unchanged.revisionId)
        const warnings = warningsOf(unchanged, before, pictures)
        const other = await senderWarning(tx, caller, loaded.review.id, unchanged)
        const stored = target.completed.find(({ id }) => id === unchanged.revisionId)
        if (each.context && stored?.contextKey === null) warnings.push(contextNotStored(each))
        published.push({ ...unchanged, warnings: other ? [...warnings, other] : warnings })
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
      if (!prepared || !compared || compared.change.against?.revisionId !== target.completed.at(-1)?.id)
        throw new EvidenceChangedError()
      const screen = screenShown(each, target, descriptionOf(each, description))
      if (await haveSettingsChanged(tx, baselineKey(loaded.project.id, screen), compared))
        throw new EvidenceChangedError()
      // All files of the call belong to the same round. Without a round key, each call of assignRound could
      // insert another round.
      roundId ??= await assignRound(tx, loaded.review.id, round)
      const { artifact } = target
      const artifactId = await insertEvidence(tx, caller, loaded, {
        evidence: each,
        prepared,
        comparisons: compared,
        artifact,
        roundId,
        description: descriptionOf(each, description),
      })
      const { revisionId } = prepared
      hashes.set(revisionId, each.sha256)
      const added: Omit<Published, 'warnings'> = {
        evidence: each,
        outcome: artifact ? 'revised' : 'created',
        artifactId,
        revisionId,
        shown: toShownRevision({ id: revisionId, isBefore: each.isBefore }, prepared.embed),
        earlier: target.completed,
      }
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
 * Returns the fields of a call that describe a file. The commit in the call is the commit after the change,
 * so a file that shows the state before the change gets no commit.
 */
const descriptionOf = (evidence: Evidence, description: Description): Description => ({
  ...description,
  ...(evidence.isBefore && { commit: null }),
  ...evidence.description,
})

/** Returns the fields that name the screen that a file shows. */
function screenShown({ title }: Evidence, { artifact }: Target, description: Description): NamedScreen {
  const { variationGroup = null, viewport = null, scenario = null } = description
  if (!artifact) return { title: title ?? '', variationGroup, viewport, scenario }
  return screenOf({ ...description, ...(title !== null && { title }) }, artifact, artifact)
}

/** Returns whether the plan allows this many more units of evidence. */
async function hasQuota(workspace: StoringWorkspace, units: number): Promise<boolean> {
  try {
    await assertQuota(db, 'evidenceUnitsPerMonth', workspace, units)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'evidence_limit_reached') return false
    throw error
  }
}

/**
 * Rejects each file that shows the state after a change if the file with the state before the change was
 * rejected.
 */
function refuseAfter(evidence: Evidence[], refusals: Refusals): void {
  for (const [index, before] of evidence.entries()) {
    const after = evidence[index + 1]
    if (!before.isBefore || !after || !refusals.has(before) || refusals.has(after)) continue
    const message = `"${after.name}" was not published, since the state before it was refused.`
    refusals.add(after, invalid(after.part, message, 'Send both again.'))
  }
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

/**
 * Returns the warning for a file that looks the same as the state before the change, or as the previous
 * revision.
 */
function warningsOf(
  { evidence: { part, name, isBefore }, outcome, shown, earlier }: Omit<Published, 'warnings'>,
  before: ShownRevision | undefined,
  pictures: ShownPictures,
): EvidenceWarning[] {
  const unchanged = (what: string): EvidenceWarning[] => [
    { code: 'unchanged', field: part, message: `"${name}" shows the same as ${what}.` },
  ]
  if (before && pictures.isSame(before, shown)) return unchanged('the state before the change')
  const latest = earlier.at(-1)
  if (isBefore || outcome === 'unchanged' || !latest || !pictures.isSame(latest, shown)) return []
  return unchanged('the revision before it')
}
