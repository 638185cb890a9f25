import { AppError } from '#shared/errors'
import { db } from '~~/server/db'
import { noBaseline, readBaseline } from '~~/server/domain/artifact/baseline'
import { baselineKey } from '~~/server/domain/artifact/baseline-key'
import { compareRevisions } from '~~/server/domain/artifact/compare-revisions'
import { toShownRevision, type ShownRevision } from '~~/server/domain/artifact/shown-pictures'
import { assertFileSize, assertQuota } from '~~/server/domain/billing/quotas'
import {
  assertStorageLeft,
  storageCounter,
  type StoringWorkspace,
} from '~~/server/domain/billing/storage-quota'
import { readChangesAhead } from '~~/server/domain/thread/review-changes'
import { findTarget, hashCandidates, unchangedRevision, type Target } from './find-target'
import type { Evidence } from './evidence'
import { descriptionOf, refuseAfter, screenShown, type Preparation, type Submission } from './submission'

/** A file of a submission, with the artifact that it belongs to. */
interface TargetedFile {
  evidence: Evidence
  target: Target
  /** The revision that has the same bytes already. */
  unchangedId: string | undefined
}

/** A submission, what is prepared for it, and the workspace that stores its files. */
interface Preparing {
  submission: Submission<unknown>
  preparation: Preparation
  workspace: Awaited<ReturnType<Submission<unknown>['find']>>['workspace']
}

/**
 * Verifies and stores the files whose bytes the review does not have yet. Compares them with earlier
 * revisions. Throws if the plan does not allow the files.
 */
export async function prepareSubmission(
  submission: Submission<unknown>,
  preparation: Preparation,
): Promise<void> {
  const { reviewId, project, workspace } = await submission.find()
  const preparing = { submission, preparation, workspace }
  if (reviewId !== null) await readChangesAhead(reviewId)
  await redactFiles(preparing)
  const targets = await findTargets(preparing, reviewId)
  await storeFiles(
    preparing,
    targets.filter(each => each.unchangedId === undefined).map(each => each.evidence),
  )
  const { evidence, refusals } = submission
  refuseAfter(evidence, refusals)
  if (evidence.every(each => refusals.has(each))) refusals.throwFirst()
  await compareFiles(preparing, project, targets)
}

/** Draws over the parts of the files that the submission redacts. */
async function redactFiles({ submission: { evidence, refusals }, preparation, workspace }: Preparing) {
  for (const each of evidence) {
    if (refusals.has(each)) continue
    try {
      if (each.redact) await assertDecodable(each, workspace)
      await preparation.media.redact(each, workspace.id)
    } catch (error) {
      refusals.add(each, error)
    }
  }
}

/** Finds the artifact of each file, and whether the artifact has a revision with the same bytes. */
async function findTargets(
  { submission: { evidence, refusals }, preparation: { known } }: Preparing,
  reviewId: string | null,
): Promise<TargetedFile[]> {
  const targets: TargetedFile[] = []
  for (const each of evidence) {
    if (refusals.has(each)) continue
    const target = await findTarget(db, reviewId, each)
    await hashCandidates(target, known)
    targets.push({ evidence: each, target, unchangedId: unchangedRevision(each, target, known) })
  }
  return targets
}

/** Verifies and stores files with new bytes. Throws if the plan does not allow them. */
async function storeFiles(
  { submission: { refusals, changedOnly }, preparation: { media }, workspace }: Preparing,
  changed: readonly Evidence[],
): Promise<void> {
  const countStorage = await storageCounter(db, workspace)
  for (const each of changed)
    try {
      assertFileSize(workspace.plan, each.bytes)
      countStorage(each.bytes)
    } catch (error) {
      refusals.add(each, error)
    }
  // With `changedOnly`, the quota is not checked here, because files that are left out use no quota, and it
  // is not known yet which files are left out.
  if (!refusals.isPartial && !changedOnly && changed.length > 0)
    await assertQuota(db, 'evidenceUnitsPerMonth', workspace, changed.length)
  let accepted = 0
  for (const each of changed) {
    if (refusals.has(each)) continue
    try {
      // If the remaining quota does not suffice for this file, the file is not prepared. The transaction
      // rejects it later, because only the transaction knows how much quota the earlier files have used.
      if (refusals.isPartial && !changedOnly && !(await hasQuota(workspace, accepted + 1))) break
      await media.prepare(each, workspace.id)
      accepted++
    } catch (error) {
      refusals.add(each, error)
    }
  }
}

/** Compares the stored files with the revisions before them and with the accepted revisions. */
async function compareFiles(
  { submission: { description }, preparation: { media, pictures, comparisons }, workspace }: Preparing,
  project: Awaited<ReturnType<Submission<unknown>['find']>>['project'],
  targets: readonly TargetedFile[],
): Promise<void> {
  let before: ShownRevision | undefined
  for (const { evidence: each, target, unchangedId } of targets) {
    const prepared = media.of(each)
    const shown = prepared
      ? toShownRevision({ id: prepared.revisionId, isBefore: each.isBefore }, prepared.embed)
      : target.completed.find(({ id }) => id === unchangedId)
    if (shown) await pictures.read(shown, [...target.completed, ...(before ? [before] : [])])
    if (shown && prepared) {
      // If the file with the state before the change is new, it becomes the previous revision. If it is not
      // new, it is among the completed revisions.
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
 * Throws if the plan does not allow a file of this size, or if the storage quota of the workspace is used up.
 * This check is needed because a file to redact is decoded before it is known whether the review already has
 * the redacted file.
 */
async function assertDecodable({ bytes }: Evidence, workspace: StoringWorkspace): Promise<void> {
  assertFileSize(workspace.plan, bytes)
  await assertStorageLeft(db, workspace)
}
