import { eventLabels } from '#shared/event-labels'
import type { Webhook, WebhookDelivery } from '#shared/contract/webhook'
import { webhookTest, type WebhookDisabledReason, type WebhookFormat } from '#shared/webhooks'

/** What a format is called, and which address it needs. */
export const formatLabels: Record<WebhookFormat, { label: string; help: string }> = {
  standard: { label: 'Standard Webhooks (JSON)', help: 'Signed JSON for a program of yours.' },
  slack: { label: 'Slack', help: 'The address of an incoming webhook of Slack, or of Mattermost.' },
  discord: { label: 'Discord', help: 'The webhook address of a Discord channel.' },
}

const disabledLabels: Record<WebhookDisabledReason, string> = {
  person: 'Disabled',
  gone: 'Disabled: the receiver is gone',
  failures: 'Disabled after five days of failures',
}

/** The state of a webhook where it needs attention; null for one that works. */
export function webhookState({ disabledReason, failingSince }: Webhook): string | null {
  if (disabledReason) return disabledLabels[disabledReason]
  return failingSince === null ? null : 'Failing'
}

/** What the message of a delivery is about. */
export const deliveryLabel = ({ type }: WebhookDelivery): string =>
  type === webhookTest ? 'Test' : eventLabels[type].label

/** The result of the last attempt: the status of the response, or why there was none. */
export function lastResult({ attempts }: WebhookDelivery): string {
  const last = attempts.at(-1)
  if (!last) return 'Not sent yet'
  return last.status === null ? (last.error ?? 'No response') : `Status ${last.status} in ${last.ms} ms`
}
