import { threadKinds, type Geometry } from '../../../shared/contract/geometry'
import { threadStatuses } from '../../../shared/contract/review-status'
import { authorTypes } from '../../../shared/contract/thread'
import type { Evidence } from './evidence'
import type { Kit } from './kit'
import type { People } from './people'
import type { Reviews } from './reviews'

/** Threads with their comments, and what each person has seen. */
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
      kind: oneOf('kind', threadKinds).notNull(),
      geometry: json<Geometry>('geometry'),
      timestampMs: int('timestamp_ms'),
      status: oneOf('status', threadStatuses).notNull(),
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
      /** The author's name at the time of writing. */
      authorName: text('author_name').notNull(),
      createdAt: time('created_at').notNull(),
    },
    row => [index('comment_thread').on(row.threadId)],
  )

  const seen = table(
    'seen',
    {
      userId: text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      reviewId: text('review_id')
        .notNull()
        .references(() => review.id, { onDelete: 'cascade' }),
      itemId: text('item_id').notNull(),
    },
    row => [primaryKey({ columns: [row.userId, row.reviewId, row.itemId] })],
  )

  return { thread, comment, seen }
}
