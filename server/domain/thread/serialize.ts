import { and, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { ThreadStatus } from '#shared/contract/review-status'
import type { Comment, Thread } from '#shared/contract/thread'
import { addresses } from '#shared/addresses'
import { toPixels } from '#shared/to-pixels'
import { AppError } from '#shared/errors'
import { iso } from '#shared/time'
import type { Db } from '~~/server/db'
import { byCreation } from '~~/server/db/by-creation'
import { prepared } from '~~/server/db/prepared'
import { artifact, comment, commentImage, revision, thread } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { imagesByComment, serializeImage } from './comment-images'

export type CommentRow = typeof comment.$inferSelect

/** A thread with what is shown of its artifact and of its revision. */
interface ThreadRow {
  thread: typeof thread.$inferSelect
  artifact: Thread['artifact']
  revision: Pick<typeof revision.$inferSelect, keyof typeof pinnedColumns> | null
}

const { title, kind, route, viewport, commit, scenario } = artifact
const summary = { title, kind, route, viewport, commit, scenario }

const pinnedColumns = {
  index: revision.index,
  width: revision.width,
  height: revision.height,
  route: revision.route,
  viewport: revision.viewport,
  commit: revision.commit,
  scenario: revision.scenario,
}

/**
 * The rows of threads, in any order. A review has few artifacts and revisions, and many threads: joined, one
 * would be read with every thread. To sort the rows here, SQLite would copy them.
 */
const queriesOf = prepared(executor => {
  const id = sql.placeholder('id')
  const ofReview = eq(thread.reviewId, id)
  const withStatus = and(ofReview, eq(thread.status, sql.placeholder('status')))
  const ofThread = executor.select({ id: thread.artifactId }).from(thread).where(eq(thread.id, id))
  const threadsWhere = (condition: SQL | undefined) => ({
    threads: executor.select({ thread }).from(thread).where(condition).prepare(),
    comments: executor
      .select({ comment })
      .from(comment)
      .innerJoin(thread, eq(thread.id, comment.threadId))
      .where(condition)
      .prepare(),
  })
  const imagesWhere = (condition: SQL | undefined) =>
    executor
      .select()
      .from(commentImage)
      .where(and(isNotNull(commentImage.commentId), condition))
      .prepare()
  const commentsOfThread = executor.select({ id: comment.id }).from(comment).where(eq(comment.threadId, id))
  const imagesOfReview = imagesWhere(eq(commentImage.reviewId, id))
  const artifactsWhere = (condition: SQL) => ({
    artifacts: executor.select({ id: artifact.id, summary }).from(artifact).where(condition).prepare(),
    revisions: executor
      .select({ id: revision.id, ...pinnedColumns })
      .from(revision)
      .innerJoin(artifact, eq(artifact.id, revision.artifactId))
      .where(condition)
      .prepare(),
  })
  const artifactsOfReview = artifactsWhere(eq(artifact.reviewId, id))
  return {
    one: {
      ...threadsWhere(eq(thread.id, id)),
      ...artifactsWhere(inArray(artifact.id, ofThread)),
      images: imagesWhere(inArray(commentImage.commentId, commentsOfThread)),
    },
    ofReview: { ...threadsWhere(ofReview), ...artifactsOfReview, images: imagesOfReview },
    withStatus: { ...threadsWhere(withStatus), ...artifactsOfReview, images: imagesOfReview },
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
  const found = await findThread(executor, id)
  if (!found) throw new AppError('not_found')
  return found
}

/** Returns one thread with its comments; null if it does not exist. */
export async function findThread(executor: Db, id: string): Promise<Thread | null> {
  const [found] = await readThreads(queriesOf(executor).one, { id })
  return found ?? null
}

async function readThreads(
  { threads, comments, images, artifacts, revisions }: ReturnType<typeof queriesOf>['one'],
  values: { id: string; status?: ThreadStatus },
): Promise<Thread[]> {
  const rows = (await threads.execute(values)).map(row => row.thread).toSorted(byCreation)
  const byThread = Map.groupBy(
    (await comments.execute(values)).map(row => row.comment),
    row => row.threadId,
  )
  const imagesOf = imagesByComment(await images.execute(values))
  const artifactById = new Map((await artifacts.execute(values)).map(row => [row.id, row.summary]))
  const revisionById = new Map((await revisions.execute(values)).map(row => [row.id, row]))
  return rows.map(row => {
    const shown = row.artifactId === null ? null : (artifactById.get(row.artifactId) ?? null)
    const pinned = row.revisionId === null ? null : (revisionById.get(row.revisionId) ?? null)
    const ofThread = (byThread.get(row.id) ?? []).toSorted(byCreation)
    return toThread({ thread: row, artifact: shown, revision: pinned }, ofThread, imagesOf)
  })
}

/** Returns a thread as the contract defines it, of its rows. */
export function toThread(
  { thread: row, artifact: shown, revision: pinned }: ThreadRow,
  comments: CommentRow[],
  images: ReturnType<typeof imagesByComment>,
): Thread {
  const size =
    pinned && pinned.width !== null && pinned.height !== null
      ? { width: pinned.width, height: pinned.height }
      : null
  const { publicUrl } = settings()
  return {
    threadId: row.id,
    number: row.number,
    artifactId: row.artifactId,
    revision: pinned?.index ?? null,
    kind: row.kind,
    geometry: row.geometry,
    size,
    pixels: row.geometry && size && toPixels(row.geometry, size),
    shapes: (row.shapes ?? []).map(({ kind, geometry }) => ({
      kind,
      geometry,
      pixels: size && toPixels(geometry, size),
    })),
    timestampMs: row.timestampMs,
    endMs: row.endMs,
    frameMs: row.frameMs,
    comment: comments[0]?.body ?? '',
    status: row.status,
    artifact: shown && (pinned ? summaryAt(shown, pinned) : shown),
    reviewId: row.reviewId,
    url: addresses.thread(publicUrl, row.reviewId, row.id),
    pictureUrl: row.revisionId === null ? null : addresses.threadPicture(publicUrl, row.id),
    hasFrame: row.frameKey !== null,
    frameBy:
      row.frameById === null || row.frameByName === null
        ? null
        : { id: row.frameById, name: row.frameByName },
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    comments: comments.map(each => ({
      ...serializeComment(each),
      images: (images.get(each.id) ?? []).map(serializeImage),
    })),
  }
}

/**
 * Returns what a thread shows of its artifact as its revision has it. What names the screen is that of the
 * latest revision where this one has none, since old revisions do not have theirs; the commit never is.
 */
const summaryAt = (
  latest: NonNullable<Thread['artifact']>,
  { route, viewport, commit, scenario }: NonNullable<ThreadRow['revision']>,
): Thread['artifact'] => ({
  ...latest,
  route: route ?? latest.route,
  viewport: viewport ?? latest.viewport,
  scenario: scenario ?? latest.scenario,
  commit,
})

function serializeComment(row: CommentRow): Omit<Comment, 'images'> {
  return {
    id: row.id,
    body: row.body,
    author: { type: row.authorType, id: row.authorId, name: row.authorName },
    mentions: row.mentions ?? [],
    createdAt: iso(row.createdAt),
    editedAt: row.editedAt === null ? null : iso(row.editedAt),
  }
}
