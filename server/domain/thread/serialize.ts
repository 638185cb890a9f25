import { and, eq, inArray, isNotNull, type SQL } from 'drizzle-orm'
import type { Shape } from '#shared/contract/geometry'
import type { ThreadStatus } from '#shared/contract/review-status'
import { reactionEmojis, type StoredReaction } from '#shared/contract/reaction'
import type { Comment, Thread } from '#shared/contract/thread'
import { addresses } from '#shared/addresses'
import { toPixels } from '#shared/annotation/to-pixels'
import { AppError } from '#shared/errors'
import { iso } from '#shared/time'
import type { Caller } from '~~/server/access/actor'
import { mayIn } from '~~/server/access/authorize'
import type { LoadedReview, LoadedThread } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import { byCreation } from '~~/server/db/by-creation'
import {
  prepared,
  preparedForIds,
  type Declared,
  type Placeholders,
  type Values,
} from '~~/server/db/prepared'
import { artifact, comment, commentImage, revision, thread } from '~~/server/db/schema'
import { currentWrite } from '~~/server/db/write'
import { createYield } from '~~/server/process/yield-to-event-loop'
import { settings } from '~~/server/settings'
import { imagesByComment, serializeImage } from './comment-images'
import { readMarkChanges } from './read-mark-changes'

export type CommentRow = typeof comment.$inferSelect

/** A thread with the fields of its artifact and its revision that responses contain. */
interface ThreadRow {
  thread: typeof thread.$inferSelect
  artifact: Thread['artifact']
  revision: Pick<typeof revision.$inferSelect, keyof typeof pinnedColumns> | null
  markChanged: boolean | null
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

/**
 * Returns all threads of a review, or only those with the given status, with their comments. The oldest
 * thread comes first. `yieldIfDue` is called at intervals, and ends the read if it throws.
 */
export async function serializeThreads(
  executor: Db,
  review: Pick<LoadedReview['review'], 'id' | 'markBytes'>,
  status?: ThreadStatus,
  yieldIfDue: () => Promise<void> = createYield(),
): Promise<Thread[]> {
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
    return toThreads(executor, { ...rows, images, artifacts, revisions }, yieldIfDue)
  }
  const listed = (await placesOfReview(executor, values)).filter(each => !status || each.status === status)
  const ids = listed.map(each => each.id)
  const rows: Pick<ReadRows, 'threads' | 'comments'> = { threads: [], comments: [] }
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
  return toThreads(executor, { ...rows, images, artifacts, revisions }, yieldIfDue)
}

/**
 * Returns the threads with these ids, with their comments, oldest thread first. Threads that do not exist are
 * left out. `ids` must not be empty.
 */
export async function findThreads(executor: Db, ids: readonly string[]): Promise<Thread[]> {
  const values = { ids }
  const [threads, comments, images, artifacts, revisions] = await Promise.all([
    threadsOfIds(executor, values),
    commentsOfIds(executor, values),
    imagesOfIds(executor, values),
    artifactsOfIds(executor, values),
    revisionsOfIds(executor, values),
  ])
  return toThreads(executor, { threads, comments, images, artifacts, revisions })
}

/** Returns one thread with its comments. Throws `not_found` if the thread does not exist. */
export async function serializeThread(executor: Db, id: string): Promise<Thread> {
  const threadOf = await serializeAll(executor, [id])
  return threadOf(id)
}

/**
 * Reads the threads with these ids, and returns a function that returns each of them. The function throws
 * `not_found` for another id. An action that changes several threads calls `serializeAll` once, since threads
 * on the same artifact need the same revisions.
 */
export async function serializeAll(executor: Db, ids: readonly string[]): Promise<(id: string) => Thread> {
  const found = ids.length > 0 ? await findThreads(executor, [...new Set(ids)]) : []
  const byId = new Map(found.map(each => [each.threadId, each]))
  return id => {
    const thread = byId.get(id)
    if (!thread) throw new AppError('not_found')
    return thread
  }
}

/**
 * Returns threads of a workspace that an action of the caller has changed, in the order of `ids`. An agent
 * that may not read comments gets only its own comments of the threads.
 */
export async function serializeAllChanged(
  executor: Db,
  caller: Caller,
  workspaceId: string,
  ids: readonly string[],
): Promise<Thread[]> {
  const threadOf = await serializeAll(executor, ids)
  const found = ids.map(threadOf)
  return mayIn(caller, workspaceId, 'readFeedback') ? found : found.map(each => ownCommentsOf(caller, each))
}

/** Returns one thread as {@link serializeAllChanged} returns several. */
export async function serializeChanged(
  executor: Db,
  caller: Caller,
  { thread: { id }, workspace }: Pick<LoadedThread, 'thread' | 'workspace'>,
): Promise<Thread> {
  const found = await serializeThread(executor, id)
  return mayIn(caller, workspace.id, 'readFeedback') ? found : ownCommentsOf(caller, found)
}

function ownCommentsOf(caller: Caller, found: Thread): Thread {
  const comments = found.comments.filter(({ author }) => author.id === caller.id)
  return { ...found, comment: comments[0]?.body ?? '', comments }
}

/** The rows from which threads are serialized. */
interface ReadRows {
  threads: Awaited<ReturnType<typeof threadsOfIds>>
  comments: Awaited<ReturnType<typeof commentsOfIds>>
  images: Awaited<ReturnType<typeof imagesOfIds>>
  artifacts: Awaited<ReturnType<typeof artifactsOfIds>>
  revisions: Awaited<ReturnType<typeof revisionsOfIds>>
}

async function toThreads(
  executor: Db,
  { threads, comments, images, artifacts, revisions }: ReadRows,
  // Inside of a write, only its statements may be awaited: see write.ts.
  yieldIfDue: () => Promise<void> | void = currentWrite() ? () => {} : createYield(),
): Promise<Thread[]> {
  const byThread = Map.groupBy(
    comments.map(row => row.comment),
    row => row.threadId,
  )
  const imagesOf = imagesByComment(images)
  const artifactById = new Map(artifacts.map(row => [row.id, row]))
  const revisionById = new Map(revisions.map(row => [row.id, row]))
  const rows = threads
    .map(row => row.thread)
    .toSorted(byCreation)
    .map(row => {
      const pinned = row.revisionId === null ? null : (revisionById.get(row.revisionId) ?? null)
      return { row, pinned, mark: { ...row, shapes: row.shapes ?? [], revision: pinned?.index ?? null } }
    })
  const marks = rows.map(each => each.mark)
  const isMarkChanged = await readMarkChanges(executor, marks, artifacts, yieldIfDue)
  const serialized: Thread[] = []
  for (const { row, pinned, mark } of rows) {
    await yieldIfDue()
    const shown = row.artifactId === null ? null : (artifactById.get(row.artifactId)?.summary ?? null)
    const ofThread = (byThread.get(row.id) ?? []).toSorted(byCreation)
    const rowsOf = { thread: row, artifact: shown, revision: pinned, markChanged: isMarkChanged(mark) }
    serialized.push(toThread(rowsOf, ofThread, imagesOf))
  }
  return serialized
}

/** Converts the rows of a thread to the form of the API contract. */
export function toThread(
  { thread: row, artifact: shown, revision: pinned, markChanged }: ThreadRow,
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
    pixels: row.geometry && size && toPixels({ kind: row.kind, geometry: row.geometry } as Shape, size),
    shapes: (row.shapes ?? []).map(shape => ({
      kind: shape.kind,
      geometry: shape.geometry,
      pixels: size && toPixels(shape, size),
    })),
    timestampMs: row.timestampMs,
    endMs: row.endMs,
    frameMs: row.frameMs,
    markChanged,
    elements: row.elements ?? [],
    events: row.events ?? [],
    comment: comments[0]?.body ?? '',
    status: row.status,
    label: row.label,
    claim: claimOf(row),
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

const claimOf = ({ claimedByName, claimedUntil }: ThreadRow['thread']): Thread['claim'] =>
  claimedByName === null || claimedUntil === null ? null : { by: claimedByName, until: iso(claimedUntil) }

/**
 * Returns the fields of an artifact that a thread contains, with the values of the thread's revision. Old
 * revisions have no values that describe the screen; for them, the values of the latest revision are used.
 * The commit is always the commit of the thread's revision.
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
    ...(row.reactions && { reactions: groupReactions(row.reactions) }),
  }
}

/** Groups the reactions to a comment by emoji. */
function groupReactions(stored: readonly StoredReaction[]): Comment['reactions'] {
  return reactionEmojis.flatMap(emoji => {
    const people = stored.flatMap(each =>
      each.emoji === emoji ? [{ id: each.userId, name: each.name }] : [],
    )
    return people.length > 0 ? [{ emoji, count: people.length, people }] : []
  })
}
