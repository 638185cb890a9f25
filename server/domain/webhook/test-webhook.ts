import type { WebhookDelivery } from '#shared/contract/webhook'
import { webhookTest } from '#shared/webhooks'
import type { HumanActor } from '~~/server/access/actor'
import { loadWebhook } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { queueMessage } from '~~/server/changes/webhooks'
import { assertEnabled } from './assert-enabled'
import { serializeDelivery } from './serialize'

/**
 * Queues a test message, which is not retried after a failure. Only owners can do this. The log of the
 * webhook contains the result. Throws `conflict` while the webhook is disabled.
 */
export async function testWebhook(human: HumanActor, input: { id: string }): Promise<WebhookDelivery> {
  return write(async tx => {
    const row = await loadWebhook(human, input.id, tx)
    assertEnabled(row)
    const queued = queueMessage(tx, { webhookId: row.id, type: webhookTest, eventId: null })
    return serializeDelivery(queued, null)
  })
}
