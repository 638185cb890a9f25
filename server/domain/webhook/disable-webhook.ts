import { and, eq, isNotNull } from 'drizzle-orm'
import type { WebhookDisabledReason } from '#shared/webhooks'
import type { EventActor } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { webhook, webhookDelivery } from '~~/server/db/schema'
import type { WebhookRow } from './serialize'

/**
 * Disables a webhook and records the audit event. Its pending messages count as failed. People can send them
 * again.
 */
export async function disableWebhook(
  tx: Db,
  actor: EventActor,
  row: WebhookRow,
  reason: WebhookDisabledReason,
): Promise<WebhookRow> {
  const fields = { disabledAt: Date.now(), disabledReason: reason }
  await tx.update(webhook).set(fields).where(eq(webhook.id, row.id))
  await tx
    .update(webhookDelivery)
    .set({ nextAttemptAt: null })
    .where(and(eq(webhookDelivery.webhookId, row.id), isNotNull(webhookDelivery.nextAttemptAt)))
  await recordChange(tx, {
    kind: 'webhook.disabled',
    actor,
    subjectId: row.id,
    workspaceId: row.workspaceId,
    ...(reason !== 'person' && { detail: reason }),
  })
  return { ...row, ...fields }
}
