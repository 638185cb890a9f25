import { and, eq, notLike, sql, type SQLWrapper } from 'drizzle-orm'
import { ulid } from 'ulid'
import type { Db } from '~~/server/db'
import { seen } from '~~/server/db/schema'

const UNSEEN = 'unseen_'

/**
 * Returns the id of a row of `seen` which records that a person marked a review as unseen. The row replaces
 * the rows of the items, and its id is greater than theirs.
 */
export const newUnseenMark = (): string => UNSEEN + ulid()

/**
 * The condition that a row of `seen` is about a revision or comment, and does not mark the whole review as
 * unseen.
 */
export const isSeenItem = notLike(seen.itemId, `${UNSEEN}%`)

/**
 * Selects a value that changes whenever the rows of `seen` of a person and a review change; null without
 * rows. The number of rows increases, until the person marks the review as unseen, which changes the greatest
 * id. When a verdict is undone, the rows and the value are the same as before the verdict.
 */
export const selectSeenVersion = (executor: Db, userId: string | SQLWrapper, reviewId: SQLWrapper) =>
  executor
    .select({ version: sql<string | null>`count(*) || ' ' || max(${seen.itemId})` })
    .from(seen)
    .where(and(eq(seen.userId, userId), eq(seen.reviewId, reviewId)))
