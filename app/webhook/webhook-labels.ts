import { eventLabels } from '#shared/event-labels'
import type { Webhook, WebhookDelivery } from '#shared/contract/webhook'
import { webhookTest, type WebhookFormat } from '#shared/webhooks'
import { webhook as text } from '~/text/integrations'

/** Returns the name of a format, and which address it needs. */
export const formatLabel = (format: WebhookFormat): { label: string; help: string } => text.formats[format]

/** The state of a webhook where it needs attention; null for one that works. */
export function webhookState({ disabledReason, failingSince }: Webhook): string | null {
  if (disabledReason) return text.disabled[disabledReason]
  return failingSince === null ? null : text.failing
}

/** What the message of a delivery is about. */
export const deliveryLabel = ({ type }: WebhookDelivery): string =>
  type === webhookTest ? text.test : eventLabels[type].label

/** The result of the last attempt: the status of the response, or why there was none. */
export function lastResult({ attempts }: WebhookDelivery): string {
  const last = attempts.at(-1)
  if (!last) return text.result.notSent
  return last.status === null
    ? (last.error ?? text.result.noResponse)
    : text.result.status(last.status, last.ms)
}
