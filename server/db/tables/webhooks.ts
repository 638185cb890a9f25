import { sql } from 'drizzle-orm'
import {
  webhookDisabledReasons,
  webhookFormats,
  type WebhookEvent,
  type WebhookMessageType,
} from '../../../shared/webhooks'
import type { Kit } from './kit'
import type { Reviews } from './reviews'
import type { Workspaces } from './workspaces'

/** One attempt to send a message. */
export interface DeliveryAttempt {
  /** The start of the attempt, in epoch milliseconds. */
  at: number
  ms: number
  /** The HTTP status of the response; null without a response. */
  status: number | null
  /** The beginning of the response body; null without a response. */
  response: string | null
  /** The reason why there was no response; null if there was one. */
  error: string | null
}

/** Defines the tables of webhooks and their messages. */
export function defineWebhooks(kit: Kit, { workspace }: Workspaces, { project }: Reviews) {
  const { table, text, int, time, json, oneOf, index } = kit

  const webhook = table(
    'webhook',
    {
      id: text('id').primaryKey(),
      workspaceId: text('workspace_id')
        .notNull()
        .references(() => workspace.id, { onDelete: 'cascade' }),
      /** The project whose events are sent; null if the events of the whole workspace are sent. */
      projectId: text('project_id').references(() => project.id, { onDelete: 'cascade' }),
      url: text('url').notNull(),
      format: oneOf('format', webhookFormats).notNull(),
      events: json<WebhookEvent[]>('events').notNull(),
      /** The signing secret, encrypted: server/domain/webhook/signing-secret.ts. */
      secret: text('secret').notNull(),
      /** The previous secret. Until the time in the next column, messages are signed with both secrets. */
      previousSecret: text('previous_secret'),
      previousSecretExpiresAt: time('previous_secret_expires_at'),
      disabledAt: time('disabled_at'),
      disabledReason: oneOf('disabled_reason', webhookDisabledReasons),
      /**
       * The time of the first failed attempt after the last successful one; null if no attempt has failed
       * after it.
       */
      failingSince: time('failing_since'),
      createdAt: time('created_at').notNull(),
      createdBy: text('created_by'),
    },
    row => [index('webhook_workspace').on(row.workspaceId), index('webhook_project').on(row.projectId)],
  )

  /** The outbox and the log of webhook messages: each row is one message to one webhook. */
  const webhookDelivery = table(
    'webhook_delivery',
    {
      /** The `webhook-id` header of the message. It is the same in every attempt. */
      id: text('id').primaryKey(),
      webhookId: text('webhook_id')
        .notNull()
        .references(() => webhook.id, { onDelete: 'cascade' }),
      type: text('type').$type<WebhookMessageType>().notNull(),
      /**
       * The audit event that the message reports; null for a test message. It is not a foreign key, because
       * events are deleted in batches.
       */
      eventId: text('event_id'),
      /** The number of attempts to send the message. An attempt counts from its beginning. */
      attempt: int('attempt').notNull().default(0),
      /** The last attempts to send the message, oldest first. */
      attempts: json<DeliveryAttempt[]>('attempts').notNull(),
      /**
       * When the next attempt to send the message is due; null if no attempt follows. During an attempt, this
       * is the time at which the attempt is considered to have failed.
       */
      nextAttemptAt: time('next_attempt_at'),
      deliveredAt: time('delivered_at'),
      createdAt: time('created_at').notNull(),
    },
    row => [
      index('webhook_delivery_due')
        .on(row.nextAttemptAt)
        .where(sql`next_attempt_at is not null`),
      index('webhook_delivery_log').on(row.webhookId, row.id),
    ],
  )

  return { webhook, webhookDelivery }
}
