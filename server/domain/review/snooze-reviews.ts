import { and, count, eq, gt, inArray, lte, max, min, or } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { Snoozed } from '#shared/contract/review-list'
import { invalid } from '#shared/errors'
import { DAY, isoOrNull } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { loadOwnReviews } from '~~/server/access/loaders'
import { db, write } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { archived, review, snoozed } from '~~/server/db/schema'

/**
 * Removes reviews from a person's inbox until a time, or until the person is mentioned in them or asked for a
 * verdict. With `until: null`, puts the reviews back into the inbox. Archived reviews are no longer archived.
 * If one of the reviews is not found, changes none of them.
 */
export async function snoozeReviews(human: HumanActor, input: Input<'snoozeReviews'>): Promise<undefined> {
  const now = Date.now()
  const until = endOf(input.until, now)
  await write(async tx => {
    const ids = [...(await loadOwnReviews(human, input.reviewIds, tx)).keys()]
    // Rows whose time is over have no effect, so they are removed here.
    const isReplaced = or(inArray(snoozed.reviewId, ids), lte(snoozed.until, now))
    await tx.delete(snoozed).where(and(eq(snoozed.userId, human.id), isReplaced))
    if (until === null) return
    await tx.delete(archived).where(and(eq(archived.userId, human.id), inArray(archived.reviewId, ids)))
    await tx.insert(snoozed).values(ids.map(reviewId => ({ userId: human.id, reviewId, until })))
  })
}

/** Returns the end of a snooze in epoch milliseconds. Throws `invalid_request` if it is past or too late. */
function endOf(until: string | null, now: number): number | null {
  if (until === null) return null
  const end = Date.parse(until)
  if (end <= now) throw invalid('until', '"until" must be in the future.', 'Send a later time.')
  if (end > now + limits.snoozeDays * DAY)
    throw invalid(
      'until',
      `"until" must be at most ${limits.snoozeDays} days from now.`,
      'Send an earlier time, or archive the review.',
    )
  return end
}

/**
 * Counts the reviews that a person has snoozed, by workspace. The condition is on the person only: with a
 * condition on the workspace, SQLite would read all reviews of the workspace.
 */
const snoozedBy = prepared({ userId: snoozed.userId, now: snoozed.until }, (executor, { userId, now }) =>
  executor
    .select({
      workspaceId: review.workspaceId,
      count: count(),
      first: min(snoozed.until),
      last: max(snoozed.until),
    })
    .from(snoozed)
    .innerJoin(review, eq(review.id, snoozed.reviewId))
    .where(and(eq(snoozed.userId, userId), gt(snoozed.until, now)))
    .groupBy(review.workspaceId),
)

/** Returns how many reviews of some workspaces a person has snoozed, and when they return. */
export async function countSnoozed(
  human: HumanActor,
  workspaceIds: readonly string[],
  now: number,
): Promise<Snoozed> {
  const rows = (await snoozedBy(db, { userId: human.id, now })).filter(each =>
    workspaceIds.includes(each.workspaceId),
  )
  const times = rows.flatMap(({ first, last }) => (first === null || last === null ? [] : [first, last]))
  return {
    count: rows.reduce((sum, each) => sum + each.count, 0),
    firstUntil: isoOrNull(times.length > 0 ? Math.min(...times) : null),
    lastUntil: isoOrNull(times.length > 0 ? Math.max(...times) : null),
  }
}
