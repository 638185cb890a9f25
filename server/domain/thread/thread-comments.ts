import { eq } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { byCreation } from '~~/server/db/by-creation'
import { prepared } from '~~/server/db/prepared'
import { comment } from '~~/server/db/schema'
import type { CommentRow } from './serialize'

const commentsOf = prepared({ threadId: comment.threadId }, (executor, { threadId }) =>
  executor.select().from(comment).where(eq(comment.threadId, threadId)),
)

/** Returns the comments of a thread, oldest first. The first comment is the one that started the thread. */
export async function readComments(executor: Db, threadId: string): Promise<CommentRow[]> {
  return (await commentsOf(executor, { threadId })).toSorted(byCreation)
}
