import { eq, sql, type Column, type SQL } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { comment, review, thread } from '~~/server/db/schema'

// The comments of a review count toward its limits. The row of the review has their totals, because counting
// all comments for each new comment takes longer in longer reviews. The totals are null if they must be
// counted: in reviews from before the columns existed, and after a comment was deleted.

/** The totals of a review; null if they must be counted. */
type Totals = Pick<typeof review.$inferSelect, 'commentCount' | 'commentBytes' | 'markBytes'>

const totals = {
  commentCount: review.commentCount,
  commentBytes: review.commentBytes,
  markBytes: review.markBytes,
}

/** Returns the size in bytes of a JSON value as it is stored in a column; 0 for a missing value. */
const jsonBytes = (value: unknown): number =>
  value === null || value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value))

/**
 * Returns the size of the marks of a thread in bytes. The marks consist of its shapes, elements and events.
 */
export const markBytesOf = ({
  geometry,
  shapes,
  elements,
  events,
}: Pick<typeof thread.$inferSelect, 'geometry' | 'shapes' | 'elements' | 'events'>): number =>
  jsonBytes(geometry) + jsonBytes(shapes) + jsonBytes(elements) + jsonBytes(events)

const add = prepared(
  { id: review.id, numbers: Number, bodyBytes: Number, markBytes: Number },
  (executor, { id, numbers, bodyBytes, markBytes }) =>
    executor
      .update(review)
      .set({
        lastThreadNumber: sql`${review.lastThreadNumber} + ${numbers}`,
        commentCount: sql`${review.commentCount} + 1`,
        commentBytes: sql`${review.commentBytes} + ${bodyBytes}`,
        markBytes: sql`${review.markBytes} + ${markBytes}`,
      })
      .where(eq(review.id, id))
      .returning({ lastThreadNumber: review.lastThreadNumber, ...totals }),
)

/**
 * The sizes of a new comment and of the marks of its thread, in bytes. `numbers` is 1 if the comment starts a
 * thread that gets a number, otherwise 0.
 */
export interface Added {
  numbers: 0 | 1
  bodyBytes: number
  markBytes: number
}

/**
 * Adds a comment to the totals of a review, and takes the next number of its threads if the comment needs
 * one. Call it before the statements that insert the comment, and {@link assertWithinLimits} after them.
 */
export function addToTotals(tx: Db, reviewId: string, added: Added) {
  // On SQLite, a statement runs when its `then` is called. `await` would call `then` only after the next
  // statements.
  return add(tx, { id: reviewId, ...added }).then(([found]) => found)
}

/** Returns the size of a column of text or JSON in bytes. SQLite knows it without reading the text. */
export const bytesOf = (column: Column) =>
  column.getSQLType() === 'text'
    ? sql`coalesce(octet_length(${column}), 0)`
    : sql`coalesce(octet_length(cast(${column} as text)), 0)`

const count = prepared({ id: review.id }, (executor, { id }) => {
  const marks = [thread.geometry, thread.shapes, thread.elements, thread.events].map(bytesOf)
  const ofComments = (value: SQL) => sql`(
    select ${value} from ${comment} inner join ${thread} on ${thread.id} = ${comment.threadId}
    where ${thread.reviewId} = ${id}
  )`
  return executor
    .update(review)
    .set({
      commentCount: ofComments(sql`count(*)`),
      commentBytes: ofComments(sql`coalesce(sum(${bytesOf(comment.body)}), 0)`),
      markBytes: sql`(
        select coalesce(sum(${sql.join(marks, sql` + `)}), 0) from ${thread}
        where ${thread.reviewId} = ${id}
      )`,
    })
    .where(eq(review.id, id))
    .returning(totals)
})

/** Counts the comments of a review, and stores the totals. Returns undefined if the review does not exist. */
export async function countTotals(tx: Db, reviewId: string): Promise<Totals | undefined> {
  const [found] = await count(tx, { id: reviewId })
  return found
}

/**
 * Throws `conflict` if the comments of a review are too many or have too much text. With `marks`, also throws
 * if their marks are too large. For guests, the limit of the marks is half as large, so that they leave room
 * for members. The limits exist because all comments of a review are read together.
 *
 * `known` are the totals of the review, including the current change. If they are not known, the comments are
 * counted.
 */
export async function assertWithinLimits(
  tx: Db,
  reviewId: string,
  known: Totals | null | undefined,
  { marks, isGuest = false }: { marks: boolean; isGuest?: boolean },
): Promise<void> {
  const used = known?.commentCount == null ? await countTotals(tx, reviewId) : known
  const { reviewComments, reviewCommentText, reviewMarks } = limits
  if ((used?.commentCount ?? 0) > reviewComments || (used?.commentBytes ?? 0) > reviewCommentText)
    throw new AppError('conflict', {
      message: `A review has at most ${reviewComments} comments with ${reviewCommentText} bytes.`,
      hint: 'Open another review, or delete comments that are no longer needed.',
    })
  const most = isGuest ? reviewMarks / 2 : reviewMarks
  if (marks && (used?.markBytes ?? 0) > most)
    throw new AppError('conflict', {
      message: `The shapes and contexts of a review's comments have at most ${most} bytes.`,
      hint: 'Open another review, draw with fewer points, or delete comments that are no longer needed.',
    })
}
