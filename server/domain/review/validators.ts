import { asc, count, eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Revision } from '#shared/contract/artifact'
import type { ReviewSummary } from '#shared/contract/review-list'
import { earliest, iso } from '#shared/time'
import type { Caller, HumanActor } from '~~/server/access/actor'
import { mayIn } from '~~/server/access/authorize'
import { loadReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { pendingComment, seen } from '~~/server/db/schema'
import type { Validators } from '~~/server/process/validators'
import { countDecided } from './count-decided'
import { listInboxVersions } from './list-inbox'
import type { ListedVersion } from './list-latest'
import { listedVersions } from './list-reviews'
import { inboxList } from './read-inbox'
import { selectSeenVersion } from './seen-version'
import { countSnoozed } from './snooze-reviews'
import { validatorsOf } from './validators-of'

/**
 * Returns the values that decide whether the payload or the Markdown of a review has changed. Throws the same
 * errors as the operations `readReview` and `readReviewMarkdown`.
 */
export async function reviewValidators(caller: Caller, input: { id: string }): Promise<Validators> {
  const loaded = await loadReview(caller, input.id, 'readReviews')
  if (caller.type === 'agent')
    return [...validatorsOf(loaded), Number(mayIn(caller, loaded.workspace.id, 'readFeedback'))]
  const [row] = await seenBy(db, { reviewId: input.id, userId: caller.id })
  return [...validatorsOf(loaded), caller.id, row?.version ?? null]
}

const seenBy = prepared({ userId: seen.userId, reviewId: seen.reviewId }, (executor, { userId, reviewId }) =>
  selectSeenVersion(executor, userId, reviewId),
)

/**
 * Returns the values that decide whether a list of threads has changed. Throws the same errors as the
 * operation `listThreads`.
 */
export async function threadsValidators(caller: Caller, input: { id: string }): Promise<Validators> {
  return validatorsOf(await loadReview(caller, input.id, 'readFeedback'))
}

/**
 * Returns the values that decide whether a project's list of reviews has changed. Throws the same errors as
 * the operation `listReviews`.
 */
export async function reviewListValidators(
  human: HumanActor,
  input: Input<'listReviews'>,
): Promise<Validators> {
  return listValidators(human, await listedVersions(human, input))
}

/**
 * Returns the values that decide whether an inbox has changed. Throws the same errors as the operation
 * `readInbox`.
 */
export async function inboxValidators(human: HumanActor, input: Input<'readInbox'>): Promise<Validators> {
  const list = inboxList(human, input)
  const rows = await listInboxVersions(human, list)
  const snoozed = await countSnoozed(human, list.workspaceIds, list.now)
  const decided = await countDecided(human, list.workspaceIds, list.decidedSince)
  return [...(await listValidators(human, rows)), decided, ...Object.values(snoozed)]
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
 * Returns the values that decide whether a list of reviews has changed. `rows` are the reviews that the list
 * contains at this moment. They are needed because a review may enter or leave the list without a write, only
 * because time passes.
 */
const listValidators = async (human: HumanActor, rows: ListedVersion[]): Promise<Validators> => [
  human.id,
  ...(await pendingOf(db, { userId: human.id })).flatMap(each => [each.reviewId, each.count]),
  ...rows.flatMap(({ review, project, workspace, seenVersion, archivedVersion, snoozedUntil }) => [
    review.id,
    review.version,
    project.name,
    workspace.plan,
    workspace.retentionDays,
    seenVersion,
    archivedVersion,
    snoozedUntil,
  ]),
]

/**
 * Returns the next time at which media of a review expires or is deleted, in epoch milliseconds; null if
 * there is none.
 */
export function mediaChangesAt(
  { artifacts }: { artifacts: { revisions: Pick<Revision, 'mediaExpiresAt' | 'mediaDeletesAt'>[] }[] },
  now: number,
): number | null {
  const after = iso(now)
  // The times are compared as text, which is correct for ISO times.
  let next: string | null = null
  for (const { revisions } of artifacts)
    for (const { mediaExpiresAt, mediaDeletesAt } of revisions)
      for (const each of [mediaExpiresAt, mediaDeletesAt])
        if (each !== null && each > after && (next === null || each < next)) next = each
  return next === null ? null : Date.parse(next)
}

/**
 * Returns the next time at which a picture in a list of reviews expires, in epoch milliseconds; null if there
 * is none.
 */
export function thumbnailsChangeAt(
  reviews: readonly Pick<ReviewSummary, 'thumbnailExpiresAt'>[],
  now: number,
): number | null {
  const after = iso(now)
  const times = reviews.flatMap(({ thumbnailExpiresAt: at }) => (at !== null && at > after ? [at] : []))
  const next = earliest(times)
  return next === null ? null : Date.parse(next)
}
