import { and, asc, eq, exists, isNotNull } from 'drizzle-orm'
import type { Artifact } from '#shared/contract/artifact'
import type { ThreadCounts } from '#shared/contract/kit/fields'
import type { Review, ReviewPayload, Round } from '#shared/contract/review'
import { addresses } from '#shared/addresses'
import { reviewMarkdown } from '#shared/review/markdown'
import { iso, isoOrNull } from '#shared/time'
import type { Actor, Caller } from '~~/server/access/actor'
import { mayIn } from '~~/server/access/authorize'
import type { LoadedReview } from '~~/server/access/loaders'
import { db, type Db } from '~~/server/db'
import type { review } from '~~/server/db/schema'
import { prepared } from '~~/server/db/prepared'
import { artifact, revision, round, seen } from '~~/server/db/schema'
import { serializeArtifact, shownRevision, type Audience } from '~~/server/domain/artifact/serialize'
import { countThreads } from '~~/server/domain/thread/counts'
import { singleFlight } from '~~/server/process/single-flight'
import { settings } from '~~/server/settings'
import { isSeenItem } from './seen-version'
import { validatorsOf } from './validators-of'

/** Returns the fields of a review in the form of the API contract, without its artifacts. */
export function serializeReview(row: typeof review.$inferSelect): Review {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    url: addresses.review(settings().publicUrl, row.id),
    externalRef: row.externalRef,
    prRef: row.prRef,
    branch: row.branch,
    commit: row.commit,
    referencesChangedAt: isoOrNull(row.referencesChangedAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    decidedAt: isoOrNull(row.decidedAt),
    decidedBy: row.decidedBy,
    decisionComment: row.decisionComment,
  }
}

/**
 * Returns a review in the form of the API contract as the caller may read it: an agent that may not read
 * comments does not get the comment of the verdict.
 */
export function serializeReviewFor(
  caller: Caller,
  { review: row, workspace }: Pick<LoadedReview, 'review' | 'workspace'>,
): Review {
  const shown = serializeReview(row)
  return mayIn(caller, workspace.id, 'readFeedback') ? shown : { ...shown, decisionComment: null }
}

export interface ReviewParts {
  review: Review
  project: ReviewPayload['project']
  artifacts: Artifact[]
  threadCounts: ThreadCounts
  markdown: string
}

const artifactsOf = prepared({ reviewId: artifact.reviewId }, (executor, { reviewId }) =>
  executor
    .select()
    .from(artifact)
    .where(eq(artifact.reviewId, reviewId))
    .orderBy(asc(artifact.createdAt), asc(artifact.id)),
)

const revisionsOf = prepared({ reviewId: artifact.reviewId }, (executor, { reviewId }) =>
  executor
    .select(shownRevision)
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .where(eq(artifact.reviewId, reviewId)),
)

const roundsOf = prepared({ reviewId: round.reviewId }, (executor, { reviewId }) => {
  const completed = executor
    .select({ id: revision.id })
    .from(revision)
    .where(and(eq(revision.roundId, round.id), isNotNull(revision.completedAt)))
  return executor
    .select()
    .from(round)
    .where(and(eq(round.reviewId, reviewId), exists(completed)))
    .orderBy(asc(round.number))
})

const seenOf = prepared({ userId: seen.userId, reviewId: seen.reviewId }, (executor, { userId, reviewId }) =>
  executor
    .select({ itemId: seen.itemId })
    .from(seen)
    .where(and(eq(seen.userId, userId), eq(seen.reviewId, reviewId), isSeenItem))
    .orderBy(asc(seen.itemId)),
)

/**
 * Returns the whole payload of a review, without two fields: its rounds, and the ids of the items that the
 * caller has already seen. The number of queries does not grow with the content of the review. Requests for
 * the same version at the same time share the payload, which must not be changed.
 */
export function serializeParts(
  executor: Db,
  loaded: LoadedReview,
  now = Date.now(),
  isVisitor = false,
): Promise<ReviewParts> {
  if (executor !== db) return readParts(executor, loaded, now, isVisitor)
  const key = `parts ${JSON.stringify([...validatorsOf(loaded), isVisitor])}`
  return singleFlight(key, () => readParts(executor, loaded, now, isVisitor))
}
async function readParts(
  executor: Db,
  loaded: LoadedReview,
  now: number,
  isVisitor: boolean,
): Promise<ReviewParts> {
  const audience: Audience = { workspace: loaded.workspace, now, isVisitor }
  const reviewId = loaded.review.id
  const rows = await artifactsOf(executor, { reviewId })
  const revisions = await revisionsOf(executor, { reviewId })
  const counts = await countThreads(executor, reviewId)
  const byArtifact = Map.groupBy(revisions, row => row.artifactId)
  const artifacts = rows.map(row =>
    serializeArtifact(row, byArtifact.get(row.id) ?? [], counts.of(row.id), audience),
  )
  const shown = serializeReview(loaded.review)
  return {
    review: shown,
    project: { id: loaded.project.id, name: loaded.project.name, workspaceId: loaded.project.workspaceId },
    artifacts,
    threadCounts: counts.review,
    markdown: reviewMarkdown(shown, artifacts),
  }
}

/**
 * Returns the payload of {@link serializeParts} as the caller may read it: see {@link serializeReviewFor}.
 */
export async function serializePartsFor(
  caller: Caller,
  executor: Db,
  loaded: LoadedReview,
): Promise<ReviewParts> {
  return { ...(await serializeParts(executor, loaded)), review: serializeReviewFor(caller, loaded) }
}

/** Returns the rounds of a review that have at least one completed revision. */
export async function serializeRounds(executor: Db, reviewId: string): Promise<Round[]> {
  const rows = await roundsOf(executor, { reviewId })
  return rows.map(serializeRound)
}

/** Returns a round in the form of the API contract. */
export const serializeRound = (row: typeof round.$inferSelect): Round => ({
  id: row.id,
  number: row.number,
  summary: row.summary ?? '',
  createdAt: iso(row.createdAt),
})

/**
 * Returns the ids of the items in a review that a person has seen. Returns undefined for callers that are not
 * people.
 */
export async function seenItems(executor: Db, actor: Actor, reviewId: string): Promise<string[] | undefined> {
  if (actor.type !== 'human') return undefined
  const rows = await seenOf(executor, { reviewId, userId: actor.id })
  return rows.map(row => row.itemId)
}
