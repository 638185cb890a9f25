import { limits } from '#shared/contract/kit/limits'
import { printable } from '#shared/text/printable'
import { parseRetryAfter } from '#shared/retry-after'
import { SECOND } from '#shared/time'
import { webhookTest } from '#shared/webhooks'
import { system } from '~~/server/changes/change'
import type { DeliveryAttempt } from '~~/server/db/tables/webhooks'
import { log } from '~~/server/process/log'
import { OutgoingError, sendRequest } from '~~/server/outgoing/request'
import { hasShortTime } from '~~/server/outgoing/schedule'
import { settings } from '~~/server/settings'
import type { ClaimedMessage } from './claim-messages'
import { bodyOf, type ReportedEvent } from './message'
import type { WebhookRow } from './serialize'
import { signMessage, decryptSecret } from './signing-secret'

export interface AttemptResult extends DeliveryAttempt {
  /**
   * How long to wait before a retry, in milliseconds, as the receiver requested in the header `Retry-After`;
   * null without this header.
   */
  retryAfter: number | null
}

/** Makes one attempt to send a message. A failure is part of the result and is not thrown. */
export async function sendMessage(message: ClaimedMessage): Promise<AttemptResult> {
  const at = Date.now()
  const started = performance.now()
  const outcome = await attempt(message, at)
  return { at, ms: Math.round(performance.now() - started), ...outcome }
}

async function attempt(message: ClaimedMessage, at: number): Promise<Omit<AttemptResult, 'at' | 'ms'>> {
  try {
    const { status, headers, body } = await postSigned(message, at)
    const retryAfter = parseRetryAfter(headers['retry-after'], at)
    return { status, response: printable(body), error: null, retryAfter }
  } catch (error) {
    if (!(error instanceof OutgoingError)) log.error('a webhook message could not be sent', { error })
    const reason = error instanceof OutgoingError ? error.message : 'The server failed to send it.'
    return { status: null, response: null, error: reason, retryAfter: null }
  }
}

function postSigned({ delivery, webhook, event, title }: ClaimedMessage, at: number) {
  const { publicUrl, webhooksToPrivate } = settings()
  const reported: ReportedEvent = event
    ? {
        ...event,
        type: delivery.type,
        actor: { type: event.actorType, id: event.actorId, name: event.actorName },
        title,
      }
    : testOf(webhook, delivery.createdAt)
  const body = bodyOf(reported, webhook.format, publicUrl)
  const timestamp = Math.floor(at / SECOND)
  return sendRequest(new URL(webhook.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Exhibit-Webhooks',
      'webhook-id': delivery.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signMessage(secretsOf(webhook, at), delivery.id, timestamp, body),
    },
    body,
    timeoutMs: timeoutFor(webhook, delivery.attempt),
    maxResponseBytes: limits.webhookResponseBytes,
    toPrivate: webhooksToPrivate,
  })
}

const testOf = ({ id, workspaceId, projectId }: WebhookRow, createdAt: number): ReportedEvent => ({
  type: webhookTest,
  workspaceId,
  projectId,
  reviewId: null,
  subjectId: id,
  actor: system,
  createdAt,
  title: null,
})

/** Returns how long an attempt waits for the response, in milliseconds. */
const timeoutFor = ({ failingSince }: WebhookRow, attempt: number): number =>
  hasShortTime(failingSince !== null, attempt) ? limits.webhookFailingTimeoutMs : limits.webhookTimeoutMs

/** Returns the secrets that sign a message at the given time, newest first. */
function secretsOf({ secret, previousSecret, previousSecretExpiresAt }: WebhookRow, at: number): string[] {
  const overlaps = previousSecret !== null && (previousSecretExpiresAt ?? 0) > at
  try {
    return [secret, ...(overlaps ? [previousSecret] : [])].map(decryptSecret)
  } catch (cause) {
    const message = 'The secret cannot be decrypted, since AUTH_SECRET has changed: rotate the secret.'
    throw new OutgoingError(message, { cause })
  }
}
