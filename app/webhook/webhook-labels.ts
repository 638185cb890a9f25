import { eventLabels } from '#shared/event-labels'
import type { Webhook, WebhookDelivery } from '#shared/contract/webhook'
import { webhookTest, type WebhookFormat } from '#shared/webhooks'
import { webhook as text } from '~/text/integrations'

/** Returns the name of a format, and a hint about the URL that it needs. */
export const formatLabel = (format: WebhookFormat): { label: string; help: string } => text.formats[format]

/** Returns the state of a webhook if it needs attention; null for a webhook that works. */
export function webhookState({ disabledReason, failingSince }: Webhook): string | null {
  if (disabledReason) return text.disabled[disabledReason]
  return failingSince === null ? null : text.failing
}

/** Returns the name of the event that a message reports. */
export const deliveryLabel = ({ type }: WebhookDelivery): string =>
  type === webhookTest ? text.test : eventLabels[type].label

/**
 * Returns the result of the last attempt: the status of the response, or the reason why there was no
 * response.
 */
export function lastResult({ attempts }: WebhookDelivery): string {
  const last = attempts.at(-1)
  if (!last) return text.result.notSent
  return last.status === null
    ? (last.error ?? text.result.noResponse)
    : text.result.status(last.status, last.ms)
}
