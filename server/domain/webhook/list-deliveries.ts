import { and, desc, eq, lt } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { HumanActor } from '~~/server/access/actor'
import { loadWebhook } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { pageOf } from '~~/server/db/page'
import { event, webhookDelivery } from '~~/server/db/schema'
import { serializeDelivery } from './serialize'

/**
 * Lists the messages of a webhook, newest first. Only for owners, because the responses of a receiver may
 * contain internal data of the receiver's network.
 */
export async function listDeliveries(
  human: HumanActor,
  input: Input<'listDeliveries'>,
): Promise<Output<'listDeliveries'>> {
  const { id } = await loadWebhook(human, input.id)
  const rows = await db
    .select({ delivery: webhookDelivery, reviewId: event.reviewId })
    .from(webhookDelivery)
    .leftJoin(event, eq(event.id, webhookDelivery.eventId))
    .where(
      and(
        eq(webhookDelivery.webhookId, id),
        input.before === undefined ? undefined : lt(webhookDelivery.id, input.before),
      ),
    )
    .orderBy(desc(webhookDelivery.id))
    .limit(limits.pageSize + 1)
  const { page, next } = pageOf(rows, limits.pageSize, last => last.delivery.id)
  return { deliveries: page.map(({ delivery, reviewId }) => serializeDelivery(delivery, reviewId)), next }
}
