import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import type { EventKind } from '#shared/events'
import { newId } from '#shared/ids'
import { isWebhookEvent, type WebhookMessageType } from '#shared/webhooks'
import { afterCommit, currentWrite, withCommit, type Db, type RunningWrite } from '~~/server/db'
import { prepared, preparedInsert } from '~~/server/db/prepared'
import { webhook, webhookDelivery } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import type { Scope } from './change'

let onQueued = () => {}

/**
 * Registers a function. It is called after the commit of a webhook message that must be sent immediately. The
 * function must not throw.
 */
export function onMessageQueued(callback: () => void): void {
  onQueued = callback
}

/**
 * Calls the function that was registered with {@link onMessageQueued}, as soon as the current write is
 * committed.
 */
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

/**
 * Selects the due time of one message of a webhook: the oldest of its last `webhookWaiting` messages. The
 * time is null if this message no longer waits to be sent.
 */
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

/**
 * Returns the enabled webhooks of a workspace. A database write selects them only once, even if it causes
 * several events.
 */
function enabledOf(tx: Db, workspaceId: string): EnabledWebhooks {
  const write = currentWrite()
  const known = write && enabledInWrite.get(write)
  const found = known?.get(workspaceId) ?? selectEnabled(tx, { workspaceId })
  if (write) enabledInWrite.set(write, new Map(known).set(workspaceId, found))
  return found
}

/** Counts how many of the last `webhookWaiting` messages of a webhook still wait to be sent. */
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
 * Returns whether all of the last `webhookWaiting` messages of a webhook still wait to be sent, which happens
 * if the receiver does not respond.
 */
async function isFull(tx: Db, { id, nthLast }: { id: string; nthLast: number | null }): Promise<boolean> {
  // The messages are counted only if the oldest of them still waits, because counting takes longer than
  // reading one message.
  if (nthLast === null) return false
  const [waiting] = await waitingOf(tx, { webhookId: id })
  return waiting?.count === limits.webhookWaiting
}

/**
 * Queues the audit event of a change as a message to each webhook that selected its kind. Skips webhooks that
 * have too many waiting messages. Queues nothing if the operator has turned webhooks off.
 */
export async function queueMessages(
  tx: Db,
  { kind, workspaceId, projectId = null }: Scope & { kind: EventKind },
  eventId: string,
): Promise<void> {
  if (!isWebhookEvent(kind) || settings().turnedOff.includes('webhooks')) return
  const enabled = await enabledOf(tx, workspaceId)
  const receiving = enabled.filter(
    hook => (hook.projectId === null || hook.projectId === projectId) && hook.events.includes(kind),
  )
  const areFull = await Promise.all(receiving.map(hook => isFull(tx, hook)))
  for (const [index, { id }] of receiving.entries())
    if (!areFull[index]) queueMessage(tx, { webhookId: id, type: kind, eventId })
}
