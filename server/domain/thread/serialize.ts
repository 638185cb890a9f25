import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Comment, Thread } from '#shared/contract/thread'
import { addresses } from '#shared/addresses'
import { AppError } from '#shared/errors'
import { iso } from '#shared/time'
import type { Db } from '~~/server/db'
import { artifact, comment, revision, thread } from '~~/server/db/schema'
import { settings } from '~~/server/settings'

/** Returns the threads that a condition selects, oldest first, with their comments, in two queries. */
export async function serializeThreads(executor: Db, condition: SQL | undefined): Promise<Thread[]> {
  const rows = await executor
    .select({
      thread,
      artifact: {
        title: artifact.title,
        kind: artifact.kind,
        route: artifact.route,
        viewport: artifact.viewport,
        commit: artifact.commit,
        scenario: artifact.scenario,
      },
      index: revision.index,
    })
    .from(thread)
    .leftJoin(artifact, eq(artifact.id, thread.artifactId))
    .leftJoin(revision, eq(revision.id, thread.revisionId))
    .where(condition)
    .orderBy(asc(thread.createdAt), asc(thread.id))
  const comments = await executor
    .select({ comment })
    .from(comment)
    .where(inArray(comment.threadId, executor.select({ id: thread.id }).from(thread).where(condition)))
    .orderBy(asc(comment.createdAt), asc(comment.id))
  const byThread = Map.groupBy(
    comments.map(row => row.comment),
    row => row.threadId,
  )
  return rows.map(({ thread: row, artifact: summary, index }) => {
    const conversation = (byThread.get(row.id) ?? []).map(serializeComment)
    return {
      threadId: row.id,
      artifactId: row.artifactId,
      revision: index,
      kind: row.kind,
      geometry: row.geometry,
      timestampMs: row.timestampMs,
      comment: conversation[0]?.body ?? '',
      status: row.status,
      artifact: summary,
      reviewId: row.reviewId,
      url: addresses.thread(settings().publicUrl, row.reviewId, row.id),
      createdAt: iso(row.createdAt),
      updatedAt: iso(row.updatedAt),
      comments: conversation,
    }
  })
}

/** Returns one thread with its comments. Throws `not_found`. */
export async function serializeThread(executor: Db, id: string): Promise<Thread> {
  const [found] = await serializeThreads(executor, and(eq(thread.id, id)))
  if (!found) throw new AppError('not_found')
  return found
}

function serializeComment(row: typeof comment.$inferSelect): Comment {
  return {
    id: row.id,
    body: row.body,
    author: { type: row.authorType, id: row.authorId, name: row.authorName },
    createdAt: iso(row.createdAt),
  }
}
