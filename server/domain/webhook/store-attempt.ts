import { eq } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { webhookTest } from '#shared/webhooks'
import { system } from '~~/server/changes/change'
import { lockWorkspaceOf, writeUnguarded, type Db } from '~~/server/db'
import { webhook, webhookDelivery } from '~~/server/db/schema'
import { metrics } from '~~/server/metrics'
import { pauseAfter } from '~~/server/outgoing/schedule'
import { disableWebhook } from './disable-webhook'
import type { AttemptResult } from './send-message'
import type { DeliveryRow, WebhookRow } from './serialize'

const GONE = 410

/**
 * Stores the result of an attempt. Only a 2xx status is a success. After a failure, schedules the next
 * attempt. Disables the webhook if the receiver responds with 410 or has failed for days.
 */
export async function storeAttempt(claimed: DeliveryRow, result: AttemptResult): Promise<void> {
  metrics.webhookMessage(isSuccess(result) ? 'sent' : 'failed')
  await writeUnguarded(async tx => {
    await lockWorkspaceOf(tx, 'webhook', claimed.webhookId)
    const [found] = await tx
      .select({ delivery: webhookDelivery, webhook })
      .from(webhookDelivery)
      .innerJoin(webhook, eq(webhook.id, webhookDelivery.webhookId))
      .where(eq(webhookDelivery.id, claimed.id))
    // Nothing is stored if the webhook was deleted during the attempt.
    if (!found) return
    const { retryAfter, ...logged } = result
    const attempts = [...found.delivery.attempts, logged].slice(-limits.webhookAttemptsLogged)
    const isCurrent = found.delivery.attempt === claimed.attempt
    const fields = isCurrent ? nextState(found, result) : {}
    await tx
      .update(webhookDelivery)
      .set({ attempts, ...fields })
      .where(eq(webhookDelivery.id, claimed.id))
    await updateHealth(tx, found.webhook, result)
  })
}

const isSuccess = ({ status }: AttemptResult) => status !== null && status >= 200 && status < 300

function nextState(
  { delivery, webhook: hook }: { delivery: DeliveryRow; webhook: WebhookRow },
  result: AttemptResult,
) {
  const end = result.at + result.ms
  if (isSuccess(result)) return { deliveredAt: end, nextAttemptAt: null }
  // A failed test message is not retried.
  const isRepeated = hook.disabledAt === null && delivery.type !== webhookTest
  const pause = isRepeated ? pauseAfter(delivery.attempt, result.retryAfter) : null
  return { nextAttemptAt: pause === null ? null : end + pause }
}

async function updateHealth(tx: Db, hook: WebhookRow, result: AttemptResult): Promise<void> {
  if (hook.disabledAt !== null) return
  const failingSince = isSuccess(result) ? null : (hook.failingSince ?? result.at)
  // The row is written only if it changes, which is rare: such a write conflicts with transactions that read
  // the webhook.
  if (failingSince !== hook.failingSince)
    await tx.update(webhook).set({ failingSince }).where(eq(webhook.id, hook.id))
  if (result.status === GONE) await disableWebhook(tx, system, hook, 'gone')
  else if (failingSince !== null && result.at - failingSince >= limits.webhookFailingMs)
    await disableWebhook(tx, system, hook, 'failures')
}
