import { and, asc, count, eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Artifact } from '#shared/contract/artifact'
import type { ReviewSummary } from '#shared/contract/review'
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

/** What a response depends on: at least one value changes whenever the response does. */
export type Validators = readonly (string | number | null)[]

/** Returns what a response about a review depends on: its version, and what is above it. */
export const validatorsOf = ({ review, project, workspace }: LoadedReview): Validators => [
  review.id,
  review.version,
  review.updatedAt,
  project.name,
  workspace.id,
  workspace.plan,
]

/** Returns what the payload and the Markdown of a review depend on. Throws as the operations do. */
export async function reviewValidators(caller: Caller, input: { id: string }): Promise<Validators> {
  const loaded = await loadReview(caller, input.id, 'readReviews')
  if (caller.type === 'agent') return validatorsOf(loaded)
  // What a person has seen only grows: what disappears, disappears with a change of the review.
  const [row] = await seenBy(db, { reviewId: input.id, userId: caller.id })
  return [...validatorsOf(loaded), caller.id, row?.count ?? 0]
}

const seenBy = prepared({ userId: seen.userId, reviewId: seen.reviewId }, (executor, { userId, reviewId }) =>
  executor
    .select({ count: count() })
    .from(seen)
    .where(and(eq(seen.userId, userId), eq(seen.reviewId, reviewId))),
)

/** Returns what a list of threads depends on. Throws as the operation does. */
export async function threadsValidators(caller: Caller, input: { id: string }): Promise<Validators> {
  return validatorsOf(await loadReview(caller, input.id, 'readFeedback'))
}

/** Returns what a list of reviews of a project depends on. Throws as the operation does. */
export async function reviewListValidators(
  human: HumanActor,
  input: Input<'listReviews'>,
): Promise<Validators> {
  return listValidators(human, await listedVersions(human, input))
}

/** Returns what an inbox depends on. Throws as the operation does. */
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

/** Which reviews a list has changes with the clock, too; what it says of each, with the review. */
const listValidators = async (human: HumanActor, rows: ListedVersion[]): Promise<Validators> => [
  human.id,
  ...(await pendingOf(db, { userId: human.id })).flatMap(each => [each.reviewId, each.count]),
  ...rows.flatMap(({ review, project, plan, seenCount, archivedVersion }) => [
    review.id,
    review.version,
    project.name,
    plan,
    seenCount,
    archivedVersion,
  ]),
]

/** Returns when media of a review expires or is deleted next, in milliseconds; null: not by the clock. */
export function mediaChangesAt(
  { artifacts }: { artifacts: Pick<Artifact, 'revisions'>[] },
  now: number,
): number | null {
  const after = iso(now)
  // Times of the same form are in the order of their texts.
  let next: string | null = null
  for (const { revisions } of artifacts)
    for (const { mediaExpiresAt, mediaDeletesAt } of revisions)
      for (const each of [mediaExpiresAt, mediaDeletesAt])
        if (each !== null && each > after && (next === null || each < next)) next = each
  return next === null ? null : Date.parse(next)
}

/** Returns when the next picture of a list of reviews expires, in milliseconds; null: none does. */
export function thumbnailsChangeAt(
  reviews: readonly Pick<ReviewSummary, 'thumbnailExpiresAt'>[],
  now: number,
): number | null {
  const after = iso(now)
  const times = reviews.flatMap(({ thumbnailExpiresAt: at }) => (at !== null && at > after ? [at] : []))
  const next = earliest(times)
  return next === null ? null : Date.parse(next)
}
