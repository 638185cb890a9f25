import type { ContextElement, ContextEvent } from '../../../shared/contract/context'
import { threadKinds, type Geometry, type Shape } from '../../../shared/contract/geometry'
import { threadLabels, threadStatuses } from '../../../shared/contract/review-status'
import type { PendingPlace } from '../../../shared/contract/pending-comment'
import { posterMimeTypes } from '../../../shared/contract/media-types'
import type { Mention } from '../../../shared/contract/mention'
import type { StoredReaction } from '../../../shared/contract/reaction'
import { authorTypes } from '../../../shared/contract/thread'
import type { Evidence } from './evidence'
import type { Kit } from './kit'
import type { People } from './people'
import type { Reviews } from './reviews'

/**
 * Defines the tables of threads, comments with their images, pending comments, items that people have seen,
 * and archived and snoozed reviews.
 */
export function defineConversation(
  kit: Kit,
  { user }: People,
  { review }: Reviews,
  { artifact, revision }: Evidence,
) {
  const { table, text, int, time, json, oneOf, index, primaryKey } = kit

  const thread = table(
    'thread',
    {
      id: text('id').primaryKey(),
      reviewId: text('review_id')
        .notNull()
        .references(() => review.id, { onDelete: 'cascade' }),
      artifactId: text('artifact_id').references(() => artifact.id, { onDelete: 'cascade' }),
      revisionId: text('revision_id').references(() => revision.id, { onDelete: 'cascade' }),
      /**
       * The number of the thread among the threads on the evidence of the review. It never changes. It is
       * null for a thread on the review as a whole.
       */
      number: int('number'),
      kind: oneOf('kind', threadKinds).notNull(),
      geometry: json<Geometry>('geometry'),
      /** The shapes of the comment except the first one; null if there is only one. */
      shapes: json<Shape[]>('shapes'),
      timestampMs: int('timestamp_ms'),
      /** The end of the commented range of a video in milliseconds; the range begins at `timestampMs`. */
      endMs: int('end_ms'),
      /**
       * The time in the video, in milliseconds, of the frame on which the shapes of a range were drawn; null
       * if it equals `timestampMs`.
       */
      frameMs: int('frame_ms'),
      /**
       * The blob key of the video frame on which the shapes were drawn, and its size in bytes. Both are
       * private: never in a response.
       */
      frameKey: text('frame_key'),
      frameBytes: int('frame_bytes'),
      /**
       * The person whose browser sent the video frame, with the name of the person at that time; null for
       * frames from before these columns existed.
       */
      frameById: text('frame_by_id'),
      frameByName: text('frame_by_name'),
      /** The elements and events of the context of the revision that the thread is on; null for none. */
      elements: json<ContextElement[]>('elements'),
      events: json<ContextEvent[]>('events'),
      /** The agent token that works on the thread until `claimedUntil`, with its name; null for none. */
      claimedById: text('claimed_by_id'),
      claimedByName: text('claimed_by_name'),
      claimedUntil: time('claimed_until'),
      status: oneOf('status', threadStatuses).notNull(),
      label: oneOf('label', threadLabels),
      createdAt: time('created_at').notNull(),
      updatedAt: time('updated_at').notNull(),
    },
    row => [
      index('thread_counts').on(row.reviewId, row.artifactId, row.status),
      index('thread_artifact').on(row.artifactId),
    ],
  )

  const comment = table(
    'comment',
    {
      id: text('id').primaryKey(),
      threadId: text('thread_id')
        .notNull()
        .references(() => thread.id, { onDelete: 'cascade' }),
      body: text('body').notNull(),
      authorType: oneOf('author_type', authorTypes).notNull(),
      authorId: text('author_id').notNull(),
      /** The name of the author when the comment was written. */
      authorName: text('author_name').notNull(),
      /** The people whom the text mentions; null for none. */
      mentions: json<Mention[]>('mentions'),
      /** The reactions of people, in the order of time; null for none. */
      reactions: json<StoredReaction[]>('reactions'),
      createdAt: time('created_at').notNull(),
      editedAt: time('edited_at'),
      /** The share link through which a guest wrote the comment; null if the author is not a guest. */
      shareLinkId: text('share_link_id'),
    },
    row => [index('comment_thread').on(row.threadId), index('comment_share_link').on(row.shareLinkId)],
  )

  /**
   * Comments that only their author can see until they are submitted together. They have a separate table, so
   * that no other query can return or count them.
   */
  const pendingComment = table(
    'pending_comment',
    {
      id: text('id').primaryKey(),
      reviewId: text('review_id')
        .notNull()
        .references(() => review.id, { onDelete: 'cascade' }),
      authorId: text('author_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      // `threadId` and `place` are not foreign keys: if the thread or the place is deleted before the comment
      // is submitted, the comment still exists.
      /** The thread to which the comment replies; null if it starts a new thread. */
      threadId: text('thread_id'),
      /** The place at which the comment starts a new thread; null for a reply. */
      place: json<PendingPlace>('place'),
      body: text('body').notNull(),
      createdAt: time('created_at').notNull(),
    },
    row => [
      index('pending_comment_review').on(row.reviewId, row.authorId),
      index('pending_comment_author').on(row.authorId),
    ],
  )

  /** Images in comments, and uploaded images that are in no comment yet. */
  const commentImage = table(
    'comment_image',
    {
      id: text('id').primaryKey(),
      reviewId: text('review_id')
        .notNull()
        .references(() => review.id, { onDelete: 'cascade' }),
      commentId: text('comment_id').references(() => comment.id, { onDelete: 'cascade' }),
      /**
       * The pending comment that contains the image. A discarded comment can be restored with its images
       * until the sweep deletes them.
       */
      pendingCommentId: text('pending_comment_id').references(() => pendingComment.id, {
        onDelete: 'set null',
      }),
      authorType: oneOf('author_type', authorTypes).notNull(),
      authorId: text('author_id').notNull(),
      /** The name of the image file, as the browser of the author sent it. */
      name: text('name').notNull(),
      mime: oneOf('mime', posterMimeTypes).notNull(),
      width: int('width').notNull(),
      height: int('height').notNull(),
      /**
       * The blob key of the image, and its size in bytes. Both are private: never in a response. The key is
       * null after the sweep has deleted the image.
       */
      key: text('key'),
      bytes: int('bytes').notNull(),
      createdAt: time('created_at').notNull(),
    },
    row => [
      index('comment_image_review').on(row.reviewId),
      index('comment_image_comment').on(row.commentId),
      index('comment_image_pending').on(row.pendingCommentId),
    ],
  )

  /** Returns the columns of a row that belongs to one person and one review. */
  const ofPersonInReview = () => ({
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    reviewId: text('review_id')
      .notNull()
      .references(() => review.id, { onDelete: 'cascade' }),
  })

  const seen = table(
    'seen',
    {
      ...ofPersonInReview(),
      itemId: text('item_id').notNull(),
    },
    row => [primaryKey({ columns: [row.userId, row.reviewId, row.itemId] })],
  )

  /** Reviews that a person archived in their inbox. A review leaves the archive when its version changes. */
  const archived = table(
    'archived',
    {
      ...ofPersonInReview(),
      version: int('version').notNull(),
    },
    row => [
      primaryKey({ columns: [row.userId, row.reviewId] }),
      // An index for changes that leave a review in the archive: see review-version.ts.
      index('archived_review').on(row.reviewId),
    ],
  )

  /**
   * Reviews that a person removed from their inbox until a time. The row is deleted when someone mentions the
   * person in the review or asks them for a verdict.
   */
  const snoozed = table(
    'snoozed',
    {
      ...ofPersonInReview(),
      until: time('until').notNull(),
    },
    row => [primaryKey({ columns: [row.userId, row.reviewId] }), index('snoozed_review').on(row.reviewId)],
  )

  return { thread, comment, pendingComment, commentImage, seen, archived, snoozed }
}

export type Conversation = ReturnType<typeof defineConversation>
