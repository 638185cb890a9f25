import { eq } from 'drizzle-orm'
import type { Webhook, WebhookDelivery } from '#shared/contract/webhook'
import { iso, isoOrNull } from '#shared/time'
import type { Db } from '~~/server/db'
import type { webhook, webhookDelivery } from '~~/server/db/schema'
import { user } from '~~/server/db/schema'

export type WebhookRow = typeof webhook.$inferSelect
export type DeliveryRow = typeof webhookDelivery.$inferSelect

/**
 * Returns a webhook in the form of the API contract. `creator` is the name of the person who created it; null
 * if their account was deleted.
 */
export function serializeWebhook(row: WebhookRow, creator: string | null, now = Date.now()): Webhook {
  const { previousSecretExpiresAt: expiresAt } = row
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    projectId: row.projectId,
    url: row.url,
    format: row.format,
    events: row.events,
    disabledAt: isoOrNull(row.disabledAt),
    disabledReason: row.disabledReason,
    failingSince: isoOrNull(row.failingSince),
    previousSecretExpiresAt: isoOrNull(expiresAt !== null && expiresAt > now ? expiresAt : null),
    createdAt: iso(row.createdAt),
    createdBy: creator,
  }
}

/** Returns a webhook as {@link serializeWebhook} does. Reads the name of the creator from the database. */
export async function readWebhook(executor: Db, row: WebhookRow): Promise<Webhook> {
  const [creator] = await executor
    .select({ name: user.name })
    .from(user)
    .where(eq(user.id, row.createdBy ?? ''))
  return serializeWebhook(row, creator?.name ?? null)
}

/**
 * Returns a message in the form of the API contract. `reviewId` is the id of the review that the reported
 * event is about.
 */
export function serializeDelivery(row: DeliveryRow, reviewId: string | null): WebhookDelivery {
  return {
    id: row.id,
    type: row.type,
    status: row.nextAttemptAt !== null ? 'pending' : row.deliveredAt !== null ? 'delivered' : 'failed',
    reviewId,
    createdAt: iso(row.createdAt),
    nextAttemptAt: isoOrNull(row.nextAttemptAt),
    attempts: row.attempts.map(({ at, ...attempt }) => ({ at: iso(at), ...attempt })),
  }
}
