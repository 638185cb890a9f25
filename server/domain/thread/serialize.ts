import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { ThreadStatus } from '#shared/contract/review-status'
import type { Comment, Thread } from '#shared/contract/thread'
import { addresses } from '#shared/addresses'
import { AppError } from '#shared/errors'
import { iso } from '#shared/time'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { artifact, comment, revision, thread } from '~~/server/db/schema'
import { settings } from '~~/server/settings'

export type CommentRow = typeof comment.$inferSelect

/** A thread with what is shown of its artifact, and the index of its revision. */
interface ThreadRow {
  thread: typeof thread.$inferSelect
  artifact: Thread['artifact']
  index: number | null
}

const { title, kind, route, viewport, commit, scenario } = artifact
const summary = { title, kind, route, viewport, commit, scenario }

const queriesOf = prepared(executor => {
  const id = sql.placeholder('id')
  const ofReview = eq(thread.reviewId, id)
  const withStatus = and(ofReview, eq(thread.status, sql.placeholder('status')))
  const threadsWhere = (condition: typeof withStatus) =>
    executor
      .select({ thread, index: revision.index })
      .from(thread)
      .leftJoin(revision, eq(revision.id, thread.revisionId))
      .where(condition)
      .orderBy(asc(thread.createdAt), asc(thread.id))
      .prepare()
  const commentsWhere = (condition: typeof withStatus) =>
    executor
      .select({ comment })
      .from(comment)
      .innerJoin(thread, eq(thread.id, comment.threadId))
      .where(condition)
      .orderBy(asc(comment.createdAt), asc(comment.id))
      .prepare()
  // A review has few artifacts and many threads: joined, each would be read with every thread.
  const artifactsWhere = (condition: SQL) =>
    executor.select({ id: artifact.id, summary }).from(artifact).where(condition).prepare()
  const ofThread = executor.select({ id: thread.artifactId }).from(thread).where(eq(thread.id, id))
  const artifacts = artifactsWhere(eq(artifact.reviewId, id))
  return {
    one: {
      threads: threadsWhere(eq(thread.id, id)),
      comments: commentsWhere(eq(thread.id, id)),
      artifacts: artifactsWhere(inArray(artifact.id, ofThread)),
    },
    ofReview: { threads: threadsWhere(ofReview), comments: commentsWhere(ofReview), artifacts },
    withStatus: { threads: threadsWhere(withStatus), comments: commentsWhere(withStatus), artifacts },
  }
})

/** Returns the threads of a review, or those with a status, oldest first, with their comments. */
export async function serializeThreads(
  executor: Db,
  reviewId: string,
  status?: ThreadStatus,
): Promise<Thread[]> {
  const queries = queriesOf(executor)[status ? 'withStatus' : 'ofReview']
  return readThreads(queries, { id: reviewId, status })
}

/** Returns one thread with its comments. Throws `not_found`. */
export async function serializeThread(executor: Db, id: string): Promise<Thread> {
  const [found] = await readThreads(queriesOf(executor).one, { id })
  if (!found) throw new AppError('not_found')
  return found
}

async function readThreads(
  { threads, comments, artifacts }: ReturnType<typeof queriesOf>['one'],
  values: { id: string; status?: ThreadStatus },
): Promise<Thread[]> {
  const rows = await threads.execute(values)
  const byThread = Map.groupBy(
    (await comments.execute(values)).map(row => row.comment),
    row => row.threadId,
  )
  const byId = new Map((await artifacts.execute(values)).map(row => [row.id, row.summary]))
  return rows.map(({ thread: row, index }) => {
    const shown = row.artifactId === null ? null : (byId.get(row.artifactId) ?? null)
    return toThread({ thread: row, artifact: shown, index }, byThread.get(row.id) ?? [])
  })
}

/** Returns a thread as the contract defines it, of its rows. */
export function toThread({ thread: row, artifact: shown, index }: ThreadRow, comments: CommentRow[]): Thread {
  return {
    threadId: row.id,
    artifactId: row.artifactId,
    revision: index,
    kind: row.kind,
    geometry: row.geometry,
    timestampMs: row.timestampMs,
    comment: comments[0]?.body ?? '',
    status: row.status,
    artifact: shown,
    reviewId: row.reviewId,
    url: addresses.thread(settings().publicUrl, row.reviewId, row.id),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    comments: comments.map(serializeComment),
  }
}

function serializeComment(row: CommentRow): Comment {
  return {
    id: row.id,
    body: row.body,
    author: { type: row.authorType, id: row.authorId, name: row.authorName },
    createdAt: iso(row.createdAt),
  }
}
