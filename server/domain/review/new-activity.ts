import { sql, type Param, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { artifact, comment, review, revision, seen, thread, verdict } from '~~/server/db/schema'
import { isCurrentRevision } from '~~/server/domain/artifact/current-revision'

/** The person for whom the conditions of this file are evaluated. */
interface Person {
  userId: Param
}

/** The time of the person's latest verdict on the review; null if the person gave none. */
export const ownVerdictAt = ({ userId }: Person): SQL => sql`(
  select max(${verdict.createdAt}) from ${verdict}
  where ${verdict.reviewId} = ${review.id} and ${verdict.authorId} = ${userId}
)`

/**
 * The condition that the review has new activity for the person. Only activity after the person's own verdict
 * or, without one, after the verdict of the review counts: another commit or pull request, a thread that an
 * agent marked as addressed, and revisions and comments that the person has not seen.
 */
export function hasNewActivity(person: Person): SQL {
  const { userId } = person
  const isAfterVerdict = (at: SQLiteColumn) =>
    sql`${at} > coalesce(${ownVerdictAt(person)}, ${review.decidedAt})`
  /** The condition that the person has not seen a given revision or comment of the review. */
  const isUnseen = (id: SQLiteColumn) => sql`not exists (
    select 1 from ${seen} where ${seen.userId} = ${userId}
    and ${seen.reviewId} = ${review.id} and ${seen.itemId} = ${id}
  )`
  return sql`(
    ${isAfterVerdict(review.referencesChangedAt)} or exists (
      select 1 from ${thread} where ${thread.reviewId} = ${review.id} and ${thread.status} = 'addressed'
      and ${isAfterVerdict(thread.updatedAt)}
    ) or exists (
      select 1 from ${artifact} join ${revision} on ${isCurrentRevision}
      where ${artifact.reviewId} = ${review.id} and ${isAfterVerdict(revision.completedAt)}
      and ${isUnseen(revision.id)}
    ) or exists (
      select 1 from ${thread} join ${comment} on ${comment.threadId} = ${thread.id}
      where ${thread.reviewId} = ${review.id} and ${comment.authorId} <> ${userId}
      and ${isAfterVerdict(comment.createdAt)} and ${isUnseen(comment.id)}
    )
  )`
}
