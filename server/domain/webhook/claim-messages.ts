import { and, asc, eq, isNotNull, lte, notInArray, sql } from 'drizzle-orm'
import { db, lock, writeUnguarded, type Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { event, review, webhook, webhookDelivery, workspace } from '~~/server/db/schema'
import { whereActive } from '~~/server/db/where-active'
import { CLAIM_MS, type Busy } from '~~/server/outgoing/outbox-worker'
import type { DeliveryRow, WebhookRow } from './serialize'

/** A message that this process has claimed and sends, with the event that it reports. */
export interface ClaimedMessage {
  delivery: DeliveryRow
  webhook: WebhookRow
  /** The event that the message reports; null for a test message. */
  event: typeof event.$inferSelect | null
  title: string | null
}

/**
 * Selects messages that are due and that no process has claimed, oldest first. Leaves out messages of
 * suspended workspaces, and of webhooks and accounts that already send as many messages as their fair share
 * allows.
 */
const selectDue = (executor: Db, now: number, { receivers, accounts }: Busy) =>
  executor
    .select({ delivery: webhookDelivery, webhook, event, title: review.title })
    .from(webhookDelivery)
    .innerJoin(webhook, eq(webhook.id, webhookDelivery.webhookId))
    .innerJoin(workspace, eq(workspace.id, webhook.workspaceId))
    .leftJoin(event, eq(event.id, webhookDelivery.eventId))
    .leftJoin(review, eq(review.id, event.reviewId))
    .where(
      and(
        isNotNull(webhookDelivery.nextAttemptAt),
        lte(webhookDelivery.nextAttemptAt, now),
        whereActive(workspace),
        receivers.length > 0 ? notInArray(webhookDelivery.webhookId, receivers) : undefined,
        accounts.length > 0
          ? notInArray(sql`coalesce(${webhook.createdBy}, ${webhook.workspaceId})`, accounts)
          : undefined,
      ),
    )
    .orderBy(asc(webhookDelivery.nextAttemptAt), asc(webhookDelivery.id))

const anyDue = prepared({ now: webhookDelivery.nextAttemptAt }, (executor, { now }) =>
  executor
    .select({ id: webhookDelivery.id })
    .from(webhookDelivery)
    .where(and(isNotNull(webhookDelivery.nextAttemptAt), lte(webhookDelivery.nextAttemptAt, now)))
    .limit(1),
)

/**
 * Claims due messages, oldest first, so that no other node sends them. Claims at most `limit` messages, and
 * none of the webhooks and accounts in `except`. Messages of suspended workspaces stay due. A claim ends when
 * the result is stored, or after a minute.
 */
export async function claimMessages(limit: number, except: Busy): Promise<ClaimedMessage[]> {
  const now = Date.now()
  const any = await anyDue(db, { now })
  // The first query also finds messages of suspended workspaces and of busy receivers. Without the second
  // query, these messages would cause a write transaction each second.
  if (any.length === 0 || (await selectDue(db, now, except).limit(1)).length === 0) return []
  return writeUnguarded(async tx => {
    await lock('claims of webhook messages')
    const claimed: ClaimedMessage[] = []
    for (const message of await selectDue(tx, now, except).limit(limit)) {
      const { id, attempt } = message.delivery
      const claim = { attempt: attempt + 1, nextAttemptAt: now + CLAIM_MS }
      await tx.update(webhookDelivery).set(claim).where(eq(webhookDelivery.id, id))
      claimed.push({ ...message, delivery: { ...message.delivery, ...claim } })
    }
    return claimed
  })
}
