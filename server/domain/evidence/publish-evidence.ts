import { and, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import type { EvidenceOutcome } from '#shared/contract/evidence'
import type { Caller } from '~~/server/access/actor'
import { writeIdempotent } from '~~/server/access/idempotency'
import type { LoadedReview } from '~~/server/access/loaders'
import { db, type Db } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import { assertFileSize, assertQuota, type WorkspacePlan } from '~~/server/domain/billing/quotas'
import { assignRound } from '~~/server/domain/upload/assign-round'
import { touchReview } from '~~/server/live/touch'
import { findTarget, hashCandidates, unchangedRevision, type KnownHashes, type Target } from './find-target'
import { insertEvidence, type Description } from './insert-evidence'
import { PreparedMedia } from './prepared-media'
import type { Evidence } from './read-evidence'

/** What became of a file. */
export interface Published {
  evidence: Evidence
  outcome: EvidenceOutcome
  artifactId: string
  revisionId: string
}

/** A call that publishes files. */
export interface Submission<T> {
  evidence: Evidence[]
  description: Description
  round: { roundKey?: string; roundSummary?: string }
  /** Returns the review as it is before the call, and the workspace that pays. */
  find: () => Promise<{ reviewId: string | null; workspace: WorkspacePlan }>
  /** Returns the review, made if there is none. */
  open: (tx: Db) => Promise<LoadedReview>
  /** Returns the result, after all files. */
  finish: (tx: Db, loaded: LoadedReview, published: Published[], roundId: string | null) => Promise<T>
}

/** The review got evidence that the files were not compared with. */
class EvidenceArrived extends Error {}

/** Others would have to publish evidence with the same titles this often, each time in between. */
const MAX_ATTEMPTS = 5

/**
 * Publishes files, all or none: verifies and stores them first, then names them in one write, in which the
 * rest of the call happens too. Skips a file whose bytes the evidence has. After a failure nothing is left.
 * Throws `conflict` where the review keeps changing meanwhile.
 */
export async function publishEvidence<T>(caller: Caller, submission: Submission<T>): Promise<T> {
  const media = new PreparedMedia()
  const known = new Map<string, string | null>()
  let revisionIds: ReadonlySet<string> = new Set()
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      await prepareChanged(submission, media, known)
      try {
        const { result, published } = await commit(caller, submission, media, known)
        revisionIds = new Set(published.map(each => each.revisionId))
        return result
      } catch (error) {
        if (!(error instanceof EvidenceArrived)) throw error
      }
    }
    throw new AppError('conflict', {
      message: 'Other calls publish evidence with the same titles in this review.',
      hint: 'Send the same call again.',
    })
  } finally {
    await media.removeOthers(revisionIds)
  }
}

/** Verifies and stores the files that the review does not have yet. Throws what the plan would refuse. */
async function prepareChanged(
  { evidence, find }: Submission<unknown>,
  media: PreparedMedia,
  known: Map<string, string | null>,
): Promise<void> {
  const { reviewId, workspace } = await find()
  const changed: Evidence[] = []
  for (const each of evidence) {
    const target = await findTarget(db, reviewId, each)
    await hashCandidates(target, known)
    if (unchangedRevision(each, target, known) === undefined) changed.push(each)
  }
  if (changed.length === 0) return
  for (const { bytes } of changed) assertFileSize(workspace.plan, bytes)
  await assertQuota(db, 'evidenceUnitsPerMonth', workspace, changed.length)
  for (const each of changed) await media.prepare(each, workspace.id)
}

/** Names the files in one write, with the rest of the call. Throws {@link EvidenceArrived}. */
async function commit<T>(
  caller: Caller,
  { evidence, description, round, open, finish }: Submission<T>,
  media: PreparedMedia,
  known: KnownHashes,
): Promise<{ result: T; published: Published[] }> {
  let published: Published[] = []
  const result = await writeIdempotent(async tx => {
    const loaded = await open(tx)
    const hashes = new Map(known)
    published = []
    let roundId: string | null = null
    for (const each of evidence) {
      const target = await findTarget(tx, loaded.review.id, each)
      const unchanged = findUnchanged(each, target, hashes)
      if (unchanged) {
        if (each.isBefore) await markBefore(tx, loaded.review.id, unchanged.revisionId)
        published.push(unchanged)
        continue
      }
      const prepared = media.of(each)
      if (!prepared) throw new EvidenceArrived()
      // One for all files: without a key, each call of assignRound may insert another.
      roundId ??= await assignRound(tx, loaded.review.id, round)
      const { artifact } = target
      const artifactId = await insertEvidence(tx, caller, loaded, {
        evidence: each,
        prepared,
        artifact,
        roundId,
        description,
      })
      const { revisionId } = prepared
      hashes.set(revisionId, each.sha256)
      published.push({ evidence: each, outcome: artifact ? 'revised' : 'created', artifactId, revisionId })
    }
    return finish(tx, loaded, published, roundId)
  })
  return { result, published }
}

/** Makes a stored revision the state before a change. */
async function markBefore(tx: Db, reviewId: string, revisionId: string): Promise<void> {
  const marked = await tx
    .update(revision)
    .set({ isBefore: true })
    .where(and(eq(revision.id, revisionId), eq(revision.isBefore, false)))
    .returning({ id: revision.id })
  if (marked.length > 0) await touchReview(tx, reviewId)
}

/** Returns a file that its artifact has already; null for any other. Throws {@link EvidenceArrived}. */
function findUnchanged(evidence: Evidence, target: Target, hashes: KnownHashes): Published | null {
  if (target.candidates.some(({ id }) => !hashes.has(id))) throw new EvidenceArrived()
  const revisionId = unchangedRevision(evidence, target, hashes)
  if (!target.artifact || revisionId === undefined) return null
  return { evidence, outcome: 'unchanged', artifactId: target.artifact.id, revisionId }
}
