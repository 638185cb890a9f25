import { and, eq, inArray, isNotNull, type SQL } from 'drizzle-orm'
import type { ThreadStatus } from '#shared/contract/review-status'
import type { LoadedReview } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import {
  prepared,
  preparedForIds,
  type Declared,
  type Placeholders,
  type Values,
} from '~~/server/db/prepared'
import { artifact, comment, commentImage, revision, thread } from '~~/server/db/schema'

const { title, kind, route, viewport, commit, scenario } = artifact
const summary = { title, kind, route, viewport, commit, scenario }

/** The columns of a revision that responses about its threads contain. */
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
 * Prepares queries for the threads that match a condition, and for their comments. The queries do not sort
 * the rows, because SQLite copies rows to sort them.
 */
function threadsWhere<D extends Declared>(
  declared: D,
  condition: (values: Placeholders<D>) => SQL | undefined,
) {
  const threads = prepared(declared, (executor, values) =>
    executor.select({ thread }).from(thread).where(condition(values)),
  )
  const comments = prepared(declared, (executor, values) =>
    executor
      .select({ comment })
      .from(comment)
      .innerJoin(thread, eq(thread.id, comment.threadId))
      .where(condition(values)),
  )
  return async (executor: Db, values: Values<D>) => {
    const [rows, ofRows] = await Promise.all([threads(executor, values), comments(executor, values)])
    return { threads: rows, comments: ofRows }
  }
}

/**
 * Selects artifacts for threads. They are not joined with the threads: a review has few artifacts and
 * revisions but many threads, and a join would read the same artifact again for every thread.
 */
const selectArtifacts = (executor: Db, condition: SQL) =>
  executor.select({ id: artifact.id, nextIndex: artifact.nextIndex, summary }).from(artifact).where(condition)

/** Selects the revisions that threads are on. */
const selectRevisions = (executor: Db, ofThreads: SQL) =>
  executor
    .select({ id: revision.id, ...pinnedColumns })
    .from(revision)
    .where(inArray(revision.id, executor.select({ id: thread.revisionId }).from(thread).where(ofThreads)))

const selectImages = (executor: Db, condition: SQL) =>
  executor
    .select()
    .from(commentImage)
    .where(and(isNotNull(commentImage.commentId), condition))

const reviewId = { reviewId: thread.reviewId }
const threadsOfReview = threadsWhere(reviewId, values => eq(thread.reviewId, values.reviewId))
const threadsWithStatus = threadsWhere({ ...reviewId, status: thread.status }, values =>
  and(eq(thread.reviewId, values.reviewId), eq(thread.status, values.status)),
)
const artifactsOfReview = prepared(reviewId, (executor, values) =>
  selectArtifacts(executor, eq(artifact.reviewId, values.reviewId)),
)
const revisionsOfReview = prepared(reviewId, (executor, values) =>
  selectRevisions(executor, eq(thread.reviewId, values.reviewId)),
)
const imagesOfReview = prepared(reviewId, (executor, values) =>
  selectImages(executor, eq(commentImage.reviewId, values.reviewId)),
)

/** Selects the id and the status of each thread of a review. */
const placesOfReview = prepared(reviewId, (executor, values) =>
  executor
    .select({ id: thread.id, status: thread.status })
    .from(thread)
    .where(eq(thread.reviewId, values.reviewId)),
)
const threadsOfIds = preparedForIds({}, (executor, { ids }) =>
  executor.select({ thread }).from(thread).where(inArray(thread.id, ids)),
)
const commentsOfIds = preparedForIds({}, (executor, { ids }) =>
  executor.select({ comment }).from(comment).where(inArray(comment.threadId, ids)),
)
const imagesOfIds = preparedForIds({}, (executor, { ids }) =>
  selectImages(
    executor,
    inArray(
      commentImage.commentId,
      executor.select({ id: comment.id }).from(comment).where(inArray(comment.threadId, ids)),
    ),
  ),
)
const artifactsOfIds = preparedForIds({}, (executor, { ids }) =>
  selectArtifacts(
    executor,
    inArray(
      artifact.id,
      executor.select({ id: thread.artifactId }).from(thread).where(inArray(thread.id, ids)),
    ),
  ),
)
const revisionsOfIds = preparedForIds({}, (executor, { ids }) =>
  selectRevisions(executor, inArray(thread.id, ids)),
)

/**
 * The maximum size in bytes of the marks of a review that are read by one query. If the marks are larger, or
 * their size is unknown, {@link THREADS_AT_ONCE} threads are read at a time, so that other requests are
 * handled in between.
 */
const MARKS_AT_ONCE = 500_000
const THREADS_AT_ONCE = 16

/** The rows of threads, in no order, and the rows of what they are on. */
export interface ThreadRows {
  threads: Awaited<ReturnType<typeof threadsOfIds>>
  comments: Awaited<ReturnType<typeof commentsOfIds>>
  images: Awaited<ReturnType<typeof imagesOfIds>>
  artifacts: Awaited<ReturnType<typeof artifactsOfIds>>
  revisions: Awaited<ReturnType<typeof revisionsOfIds>>
}

/**
 * Reads the threads of a review, or only those with the given status. `yieldIfDue` is called between the
 * parts of a large review, and ends the read if it throws.
 */
export async function readRowsOfReview(
  executor: Db,
  review: Pick<LoadedReview['review'], 'id' | 'markBytes'>,
  status: ThreadStatus | undefined,
  yieldIfDue: () => Promise<void>,
): Promise<ThreadRows> {
  const values = { reviewId: review.id }
  const [images, artifacts, revisions] = await Promise.all([
    imagesOfReview(executor, values),
    artifactsOfReview(executor, values),
    revisionsOfReview(executor, values),
  ])
  if (review.markBytes !== null && review.markBytes <= MARKS_AT_ONCE) {
    const rows = status
      ? await threadsWithStatus(executor, { ...values, status })
      : await threadsOfReview(executor, values)
    return { ...rows, images, artifacts, revisions }
  }
  const listed = (await placesOfReview(executor, values)).filter(each => !status || each.status === status)
  const ids = listed.map(each => each.id)
  const rows: Pick<ThreadRows, 'threads' | 'comments'> = { threads: [], comments: [] }
  for (let start = 0; start < ids.length; start += THREADS_AT_ONCE) {
    await yieldIfDue()
    const part = { ids: ids.slice(start, start + THREADS_AT_ONCE) }
    const [threads, comments] = await Promise.all([
      threadsOfIds(executor, part),
      commentsOfIds(executor, part),
    ])
    rows.threads.push(...threads)
    rows.comments.push(...comments)
  }
  return { ...rows, images, artifacts, revisions }
}

/** Reads the threads with these ids. `ids` must not be empty. */
export async function readRowsOfIds(executor: Db, ids: readonly string[]): Promise<ThreadRows> {
  const values = { ids }
  const [threads, comments, images, artifacts, revisions] = await Promise.all([
    threadsOfIds(executor, values),
    commentsOfIds(executor, values),
    imagesOfIds(executor, values),
    artifactsOfIds(executor, values),
    revisionsOfIds(executor, values),
  ])
  return { threads, comments, images, artifacts, revisions }
}
