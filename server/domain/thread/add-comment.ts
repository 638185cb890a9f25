import { eq, sql } from 'drizzle-orm'
import { newId } from '#shared/ids'
import type { Caller } from '~~/server/access/actor'
import type { InReview } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import { prepared, preparedInsert } from '~~/server/db/prepared'
import { comment, thread } from '~~/server/db/schema'
import { recordChange } from '~~/server/live/record-change'
import type { CommentRow } from './serialize'

const insertRow = preparedInsert(comment)

const touchThread = prepared(executor =>
  executor
    .update(thread)
    .set({ updatedAt: sql`${sql.placeholder('now')}` })
    .where(eq(thread.id, sql.placeholder('id')))
    .prepare(),
)

/**
 * Adds a comment to a thread in a running transaction, with its audit event, and touches thread and review.
 */
export async function addComment(
  tx: Db,
  caller: Caller,
  loaded: InReview,
  threadId: string,
  body: string,
): Promise<void> {
  const { createdAt } = await insertComment(tx, caller, loaded, { threadId, body, createdAt: Date.now() })
  await touchThread(tx).execute({ id: threadId, now: createdAt })
}

/**
 * Inserts a comment in a running transaction, with its audit event, and touches the review. Returns its row.
 */
export async function insertComment(
  tx: Db,
  caller: Caller,
  loaded: InReview,
  { threadId, body, createdAt }: Pick<CommentRow, 'threadId' | 'body' | 'createdAt'>,
): Promise<CommentRow> {
  const row: CommentRow = {
    id: newId('comment'),
    threadId,
    body,
    authorType: caller.type,
    authorId: caller.id,
    authorName: caller.name,
    createdAt,
  }
  await insertRow(tx, row)
  await recordChange(tx, caller, loaded, 'comment.created', row.id)
  return row
}
