import { and, count, desc, eq, isNull } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import type { EventKind } from '#shared/events'
import { newId } from '#shared/ids'
import { isWebhookEvent, type WebhookMessageType } from '#shared/webhooks'
import { afterCommit, type Db } from '~~/server/db'
import { prepared, preparedInsert } from '~~/server/db/prepared'
import { webhook, webhookDelivery } from '~~/server/db/schema'
import type { Scope } from './change'
import type { Outcome } from './subscriber'

let onQueued = () => {}

/**
 * Registers a function that is called when a webhook message that is due at once was committed. It must not
 * throw.
 */
export function onMessageQueued(callback: () => void): void {
  onQueued = callback
}

/** Calls the function of {@link onMessageQueued} once the current write is committed. */
export function wakeDeliveryWorker(): void {
  afterCommit(() => onQueued())
}

const insertDelivery = preparedInsert(webhookDelivery)

/** Inserts a message to a webhook. The message is sent after the commit. */
export async function queueMessage(
  tx: Db,
  message: { webhookId: string; type: WebhookMessageType; eventId: string | null },
): Promise<typeof webhookDelivery.$inferSelect> {
  const now = Date.now()
  const row = {
    id: newId('delivery'),
    ...message,
    attempt: 0,
    attempts: [],
    nextAttemptAt: now,
    deliveredAt: null,
    createdAt: now,
  }
  await insertDelivery(tx, row)
  wakeDeliveryWorker()
  return row
}

const enabledOf = prepared({ workspaceId: webhook.workspaceId }, (executor, { workspaceId }) =>
  executor
    .select({ id: webhook.id, projectId: webhook.projectId, events: webhook.events })
    .from(webhook)
    .where(and(eq(webhook.workspaceId, workspaceId), isNull(webhook.disabledAt))),
)

/** Selects the oldest one of the last `webhookWaiting` messages of a webhook. */
const nthLastOf = prepared({ webhookId: webhookDelivery.webhookId }, (executor, { webhookId }) =>
  executor
    .select({ nextAttemptAt: webhookDelivery.nextAttemptAt })
    .from(webhookDelivery)
    .where(eq(webhookDelivery.webhookId, webhookId))
    .orderBy(desc(webhookDelivery.id))
    .limit(1)
    .offset(limits.webhookWaiting - 1),
)

/** Counts the messages that wait to be sent, among the last `webhookWaiting` messages of a webhook. */
const waitingOf = prepared({ webhookId: webhookDelivery.webhookId }, (executor, { webhookId }) => {
  const last = executor
    .select({ nextAttemptAt: webhookDelivery.nextAttemptAt })
    .from(webhookDelivery)
    .where(eq(webhookDelivery.webhookId, webhookId))
    .orderBy(desc(webhookDelivery.id))
    .limit(limits.webhookWaiting)
    .as('last')
  return executor.select({ count: count(last.nextAttemptAt) }).from(last)
})

/**
 * Returns whether the last `webhookWaiting` messages of a webhook all wait to be sent. This is the case if
 * the receiver does not respond.
 */
async function isFull(tx: Db, webhookId: string): Promise<boolean> {
  const [nthLast] = await nthLastOf(tx, { webhookId })
  // The messages are counted only if the oldest one waits, because counting takes longer.
  if (!nthLast || nthLast.nextAttemptAt === null) return false
  const [waiting] = await waitingOf(tx, { webhookId })
  return waiting?.count === limits.webhookWaiting
}

/**
 * Queues the audit event of a change as a message to each webhook that selected its kind. Skips webhooks that
 * have too many waiting messages.
 */
export async function queueMessages(
  tx: Db,
  { kind, workspaceId, projectId = null }: Scope & { kind: EventKind },
  { eventId }: Pick<Outcome, 'eventId'>,
): Promise<void> {
  if (!isWebhookEvent(kind)) return
  for (const hook of await enabledOf(tx, { workspaceId })) {
    const inScope = hook.projectId === null || hook.projectId === projectId
    if (inScope && hook.events.includes(kind) && !(await isFull(tx, hook.id)))
      await queueMessage(tx, { webhookId: hook.id, type: kind, eventId })
  }
}
