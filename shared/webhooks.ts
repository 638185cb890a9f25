import { eventKindsFor, type EventKind } from './events'

/** The audit events that can be sent to a webhook. */
export const webhookEvents = eventKindsFor('webhooks')
export type WebhookEvent = (typeof webhookEvents)[number]

/** Returns whether events of a kind can be sent to a webhook. */
export const isWebhookEvent = (kind: EventKind): kind is WebhookEvent =>
  (webhookEvents as readonly EventKind[]).includes(kind)

/**
 * The type of the test message that a person can send. Every other message is about a {@link WebhookEvent}.
 */
export const webhookTest = 'webhook.test'

/** The types of webhook messages. */
export const webhookMessageTypes = [...webhookEvents, webhookTest] as const
export type WebhookMessageType = (typeof webhookMessageTypes)[number]

/**
 * The formats of webhook messages. `standard` is the format of Standard Webhooks. `slack` and `discord` are
 * the formats of the incoming webhooks of these products, which other products also accept.
 */
export const webhookFormats = ['standard', 'slack', 'discord'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/**
 * The reasons why a webhook is disabled: a person disabled it, its receiver responded with 410, or its
 * messages failed for days.
 */
export const webhookDisabledReasons = ['person', 'gone', 'failures'] as const
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number]

/**
 * The statuses of a webhook message. `pending`: an attempt to send it is due now or later. `failed`: no
 * attempt succeeded, and there will be no further attempt.
 */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
