import { sql } from 'drizzle-orm'
import type { EventActorType } from '../../../shared/events'
import { notificationKinds } from '../../../shared/notifications'
import type { Conversation } from './conversation'
import type { Evidence } from './evidence'
import type { Kit } from './kit'
import type { People } from './people'
import type { Reviews } from './reviews'

/** Defines the tables of notifications, and of the mails that the outbox sends about them. */
export function defineNotifications(
  kit: Kit,
  { user }: People,
  { review, verdict }: Reviews,
  { revision }: Evidence,
  { comment }: Conversation,
) {
  const { table, text, int, time, oneOf, index } = kit

  const notification = table(
    'notification',
    {
      id: text('id').primaryKey(),
      userId: text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      kind: oneOf('kind', notificationKinds).notNull(),
      reviewId: text('review_id')
        .notNull()
        .references(() => review.id, { onDelete: 'cascade' }),
      /** The comment that the notification is about; null if it is not about a comment. */
      commentId: text('comment_id').references(() => comment.id, { onDelete: 'cascade' }),
      /**
       * The verdict that the notification is about; null if there is none, and after the verdict was undone.
       */
      verdictId: text('verdict_id').references(() => verdict.id, { onDelete: 'set null' }),
      /**
       * The added evidence that the notification is about; null if there is none, after the evidence was
       * deleted, and in rows from before this column existed.
       */
      revisionId: text('revision_id').references(() => revision.id, { onDelete: 'set null' }),
      actorType: text('actor_type').$type<EventActorType>().notNull(),
      /** The id of the actor; null for the server itself, and in rows from before this column existed. */
      actorId: text('actor_id'),
      actorName: text('actor_name'),
      createdAt: time('created_at').notNull(),
      readAt: time('read_at'),
      /**
       * When the mail about the notification is due; null if no mail is due. During an attempt, this is the
       * time at which the attempt is considered to have failed.
       */
      mailAt: time('mail_at'),
      /** The number of attempts to send the mail. An attempt counts from its beginning. */
      mailAttempt: int('mail_attempt').notNull().default(0),
    },
    row => [
      index('notification_list').on(row.userId, row.id),
      index('notification_unread')
        .on(row.userId, row.reviewId)
        .where(sql`read_at is null`),
      index('notification_mail_due')
        .on(row.mailAt)
        .where(sql`mail_at is not null`),
      index('notification_review').on(row.reviewId),
      index('notification_comment').on(row.commentId),
      index('notification_verdict').on(row.verdictId),
      index('notification_revision').on(row.revisionId),
    ],
  )

  return { notification }
}
