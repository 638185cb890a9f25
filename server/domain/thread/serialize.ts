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
import type { comment, thread } from '~~/server/db/schema'
import { currentWrite } from '~~/server/db/write'
import { createYield } from '~~/server/process/yield-to-event-loop'
import { settings } from '~~/server/settings'
import { imagesByComment, serializeImage } from './comment-images'
import { readMarkChanges } from './read-mark-changes'
import { readRowsOfIds, readRowsOfReview, type ThreadRows } from './thread-rows'

export type CommentRow = typeof comment.$inferSelect

/** A thread with the fields of its artifact and its revision that responses contain. */
interface ThreadParts {
  thread: typeof thread.$inferSelect
  artifact: Thread['artifact']
  revision: Omit<ThreadRows['revisions'][number], 'id'> | null
  markChanged: boolean | null
}

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
  return toThreads(executor, await readRowsOfReview(executor, review, status, yieldIfDue), yieldIfDue)
}

/**
 * Returns the threads with these ids, with their comments, oldest thread first. Threads that do not exist are
 * left out. `ids` must not be empty.
 */
export async function findThreads(executor: Db, ids: readonly string[]): Promise<Thread[]> {
  return toThreads(executor, await readRowsOfIds(executor, ids))
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

async function toThreads(
  executor: Db,
  { threads, comments, images, artifacts, revisions }: ThreadRows,
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
  { thread: row, artifact: shown, revision: pinned, markChanged }: ThreadParts,
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

const claimOf = ({ claimedByName, claimedUntil }: ThreadParts['thread']): Thread['claim'] =>
  claimedByName === null || claimedUntil === null ? null : { by: claimedByName, until: iso(claimedUntil) }

/**
 * Returns the fields of an artifact that a thread contains, with the values of the thread's revision. Old
 * revisions have no values that describe the screen; for them, the values of the latest revision are used.
 * The commit is always the commit of the thread's revision.
 */
const summaryAt = (
  latest: NonNullable<Thread['artifact']>,
  { route, viewport, commit, scenario }: NonNullable<ThreadParts['revision']>,
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
