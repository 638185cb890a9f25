import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import type { EventKind } from '#shared/events'
import { newId } from '#shared/ids'
import { isWebhookEvent, type WebhookMessageType } from '#shared/webhooks'
import { afterCommit, currentWrite, withCommit, type Db, type RunningWrite } from '~~/server/db'
import { prepared, preparedInsert } from '~~/server/db/prepared'
import { webhook, webhookDelivery } from '~~/server/db/schema'
import type { Scope } from './change'

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
export function queueMessage(
  tx: Db,
  message: { webhookId: string; type: WebhookMessageType; eventId: string | null },
): typeof webhookDelivery.$inferSelect {
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
  withCommit(insertDelivery(tx, row))
  wakeDeliveryWorker()
  return row
}

/** Selects when the oldest one of the last `webhookWaiting` messages of a webhook is due. */
const nthLastOf = (executor: Db) =>
  executor
    .select({ nextAttemptAt: webhookDelivery.nextAttemptAt })
    .from(webhookDelivery)
    .where(eq(webhookDelivery.webhookId, webhook.id))
    .orderBy(desc(webhookDelivery.id))
    .limit(1)
    .offset(limits.webhookWaiting - 1)

const selectEnabled = prepared({ workspaceId: webhook.workspaceId }, (executor, { workspaceId }) =>
  executor
    .select({
      id: webhook.id,
      projectId: webhook.projectId,
      events: webhook.events,
      nthLast: sql`(${nthLastOf(executor)})`.mapWith(webhookDelivery.nextAttemptAt),
    })
    .from(webhook)
    .where(and(eq(webhook.workspaceId, workspaceId), isNull(webhook.disabledAt))),
)

type EnabledWebhooks = ReturnType<typeof selectEnabled>

const enabledInWrite = new WeakMap<RunningWrite, Map<string, EnabledWebhooks>>()

/** Returns the enabled webhooks of a workspace. Each write reads them once, however many events it causes. */
function enabledOf(tx: Db, workspaceId: string): EnabledWebhooks {
  const write = currentWrite()
  const known = write && enabledInWrite.get(write)
  const found = known?.get(workspaceId) ?? selectEnabled(tx, { workspaceId })
  if (write) enabledInWrite.set(write, new Map(known).set(workspaceId, found))
  return found
}

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
async function isFull(tx: Db, { id, nthLast }: { id: string; nthLast: number | null }): Promise<boolean> {
  // The messages are counted only if the oldest one waits, because counting takes longer.
  if (nthLast === null) return false
  const [waiting] = await waitingOf(tx, { webhookId: id })
  return waiting?.count === limits.webhookWaiting
}

/**
 * Queues the audit event of a change as a message to each webhook that selected its kind. Skips webhooks that
 * have too many waiting messages.
 */
export async function queueMessages(
  tx: Db,
  { kind, workspaceId, projectId = null }: Scope & { kind: EventKind },
  eventId: string,
): Promise<void> {
  if (!isWebhookEvent(kind)) return
  const enabled = await enabledOf(tx, workspaceId)
  const receiving = enabled.filter(
    hook => (hook.projectId === null || hook.projectId === projectId) && hook.events.includes(kind),
  )
  const areFull = await Promise.all(receiving.map(hook => isFull(tx, hook)))
  for (const [index, { id }] of receiving.entries())
    if (!areFull[index]) queueMessage(tx, { webhookId: id, type: kind, eventId })
}
