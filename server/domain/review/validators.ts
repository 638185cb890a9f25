import { and, asc, count, eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Artifact } from '#shared/contract/artifact'
import type { ReviewSummary } from '#shared/contract/review-list'
import { earliest, iso } from '#shared/time'
import type { Caller, HumanActor } from '~~/server/access/actor'
import { loadReview, type LoadedReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { pendingComment, seen } from '~~/server/db/schema'
import { listInboxVersions } from './list-inbox'
import type { ListedVersion } from './list-latest'
import { listedVersions } from './list-reviews'
import { inboxList } from './read-inbox'
import { versionOfSeen } from './seen-version'

/** The values that a response depends on: at least one of them changes whenever the response does. */
export type Validators = readonly (string | number | null)[]

/**
 * Returns the values that a response about a review depends on: its version, and fields of its project and
 * workspace.
 */
export const validatorsOf = ({ review, project, workspace }: LoadedReview): Validators => [
  review.id,
  review.version,
  review.updatedAt,
  project.name,
  workspace.id,
  workspace.plan,
]

/** Returns the values that the payload and the Markdown of a review depend on. Throws like the operations. */
export async function reviewValidators(caller: Caller, input: { id: string }): Promise<Validators> {
  const loaded = await loadReview(caller, input.id, 'readReviews')
  if (caller.type === 'agent') return validatorsOf(loaded)
  const [row] = await seenBy(db, { reviewId: input.id, userId: caller.id })
  return [...validatorsOf(loaded), caller.id, row?.version ?? null]
}

const seenBy = prepared({ userId: seen.userId, reviewId: seen.reviewId }, (executor, { userId, reviewId }) =>
  executor
    .select({ version: versionOfSeen })
    .from(seen)
    .where(and(eq(seen.userId, userId), eq(seen.reviewId, reviewId))),
)

/** Returns the values that a list of threads depends on. Throws like the operation. */
export async function threadsValidators(caller: Caller, input: { id: string }): Promise<Validators> {
  return validatorsOf(await loadReview(caller, input.id, 'readFeedback'))
}

/** Returns the values that a project's list of reviews depends on. Throws like the operation. */
export async function reviewListValidators(
  human: HumanActor,
  input: Input<'listReviews'>,
): Promise<Validators> {
  return listValidators(human, await listedVersions(human, input))
}

/** Returns the values that an inbox depends on. Throws like the operation. */
export async function inboxValidators(human: HumanActor, input: Input<'readInbox'>): Promise<Validators> {
  return listValidators(human, await listInboxVersions(human, inboxList(human, input)))
}

const pendingOf = prepared({ userId: pendingComment.authorId }, (executor, { userId }) =>
  executor
    .select({ reviewId: pendingComment.reviewId, count: count() })
    .from(pendingComment)
    .where(eq(pendingComment.authorId, userId))
    .groupBy(pendingComment.reviewId)
    .orderBy(asc(pendingComment.reviewId)),
)

/**
 * Returns the values that a list of reviews depends on. The selection of reviews may also change with time.
 */
const listValidators = async (human: HumanActor, rows: ListedVersion[]): Promise<Validators> => [
  human.id,
  ...(await pendingOf(db, { userId: human.id })).flatMap(each => [each.reviewId, each.count]),
  ...rows.flatMap(({ review, project, plan, seenVersion, archivedVersion }) => [
    review.id,
    review.version,
    project.name,
    plan,
    seenVersion,
    archivedVersion,
  ]),
]

/**
 * Returns when the next media of a review expires or is deleted, in epoch milliseconds; null if none will.
 */
export function mediaChangesAt(
  { artifacts }: { artifacts: Pick<Artifact, 'revisions'>[] },
  now: number,
): number | null {
  const after = iso(now)
  // ISO times are in the order of their texts.
  let next: string | null = null
  for (const { revisions } of artifacts)
    for (const { mediaExpiresAt, mediaDeletesAt } of revisions)
      for (const each of [mediaExpiresAt, mediaDeletesAt])
        if (each !== null && each > after && (next === null || each < next)) next = each
  return next === null ? null : Date.parse(next)
}

/** Returns when the next picture in a list of reviews expires, in epoch milliseconds; null if none does. */
export function thumbnailsChangeAt(
  reviews: readonly Pick<ReviewSummary, 'thumbnailExpiresAt'>[],
  now: number,
): number | null {
  const after = iso(now)
  const times = reviews.flatMap(({ thumbnailExpiresAt: at }) => (at !== null && at > after ? [at] : []))
  const next = earliest(times)
  return next === null ? null : Date.parse(next)
}
