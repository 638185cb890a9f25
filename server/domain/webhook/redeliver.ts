import { eq } from 'drizzle-orm'
import type { WebhookDelivery } from '#shared/contract/webhook'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { loadWebhook } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { wakeDeliveryWorker } from '~~/server/changes/webhooks'
import { event, webhookDelivery } from '~~/server/db/schema'
import { assertEnabled } from './assert-enabled'
import { serializeDelivery } from './serialize'

/**
 * Queues a message to be sent again immediately, with the same id. Only owners can do this. A message that
 * waits for a retry is also sent immediately. Throws `conflict` while the webhook is disabled.
 */
export async function redeliver(human: HumanActor, input: { id: string }): Promise<WebhookDelivery> {
  return write(async tx => {
    const [found] = await tx
      .select({ delivery: webhookDelivery, reviewId: event.reviewId })
      .from(webhookDelivery)
      .leftJoin(event, eq(event.id, webhookDelivery.eventId))
      .where(eq(webhookDelivery.id, input.id))
    if (!found) throw new AppError('not_found', { message: 'Delivery not found.' })
    const { delivery, reviewId } = found
    assertEnabled(await loadWebhook(human, delivery.webhookId, tx, 'Delivery'))
    const fields = { nextAttemptAt: Date.now(), deliveredAt: null }
    await tx.update(webhookDelivery).set(fields).where(eq(webhookDelivery.id, delivery.id))
    wakeDeliveryWorker()
    return serializeDelivery({ ...delivery, ...fields }, reviewId)
  })
}
