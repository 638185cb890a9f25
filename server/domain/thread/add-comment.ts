import { eq, sql } from 'drizzle-orm'
import type { ThreadStatus } from '#shared/contract/review-status'
import { newId } from '#shared/ids'
import type { InReview } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { withCommit, type Db } from '~~/server/db'
import { prepared, preparedInsert } from '~~/server/db/prepared'
import { comment, thread } from '~~/server/db/schema'
import { eventActorOf, type Author } from './author'
import { attachImages, moveImages, type CommentImageRow } from './comment-images'
import { readMentions } from './read-mentions'
import type { CommentRow } from './serialize'
import { addToTotals, assertWithinLimits } from './usage'

/** The content of a new comment: its text, and images that its author has uploaded before. */
export interface NewComment {
  body: string
  imageIds?: readonly string[]
  /** The id of the pending comment that is now submitted. Its images are moved to the new comment. */
  pendingCommentId?: string
  /** The new status of the thread, if the comment also changes the status. */
  newStatus?: ThreadStatus
}

const insertRow = preparedInsert(comment)

/** Updates the time of the last change of a thread. */
export const touchThread = prepared({ id: thread.id, now: thread.updatedAt }, (executor, { id, now }) =>
  executor
    .update(thread)
    .set({ updatedAt: sql`${now}` })
    .where(eq(thread.id, id)),
)

/**
 * Adds a comment and its audit event to a thread, inside the given transaction. Updates the time of the last
 * change of the thread and of the review. Throws as {@link assertWithinLimits} does.
 */
export async function addComment(
  tx: Db,
  author: Author,
  loaded: InReview,
  threadId: string,
  written: NewComment,
): Promise<void> {
  const now = Date.now()
  const adding = addToTotals(tx, loaded.review.id, {
    numbers: 0,
    bodyBytes: Buffer.byteLength(written.body),
    markBytes: 0,
  })
  withCommit(touchThread(tx, { id: threadId, now }))
  const [added] = await Promise.all([
    adding,
    insertComment(tx, author, loaded, { threadId, createdAt: now, ...written }),
  ])
  await assertWithinLimits(tx, loaded.review.id, added, { marks: false })
}

/**
 * Inserts a comment and its audit event inside the given transaction. Updates the time of the last change of
 * the review. Returns the rows of the comment and of its images. The caller adds the comment to the totals of
 * the review. Throws as {@link attachImages} does.
 */
export async function insertComment(
  tx: Db,
  author: Author,
  loaded: InReview,
  {
    threadId,
    createdAt,
    body,
    imageIds,
    pendingCommentId,
    newStatus,
  }: Pick<CommentRow, 'threadId' | 'createdAt'> & NewComment,
): Promise<{ comment: CommentRow; images: CommentImageRow[] }> {
  const row: CommentRow = {
    id: newId('comment'),
    threadId,
    body,
    authorType: author.type,
    authorId: author.id,
    authorName: author.name,
    // A guest's comment mentions no one, since guests must not learn who is in the workspace.
    mentions: author.type === 'guest' ? null : await readMentions(tx, loaded.workspace.id, body),
    reactions: null,
    createdAt,
    editedAt: null,
    shareLinkId: author.type === 'guest' ? author.shareLinkId : null,
  }
  withCommit(insertRow(tx, row))
  const [images] = await Promise.all([
    pendingCommentId === undefined
      ? attachImages(tx, author, loaded.review.id, { commentId: row.id }, imageIds)
      : moveImages(tx, pendingCommentId, row.id),
    recordChange(tx, {
      kind: 'comment.created',
      actor: eventActorOf(author),
      subjectId: row.id,
      comment: row,
      detail: newStatus,
      ...scopeOf(loaded),
    }),
  ])
  return { comment: row, images }
}
