import { eventKindsFor, type EventKind } from './events'

/** The audit events that can be sent to a webhook. */
export const webhookEvents = eventKindsFor('webhooks')
export type WebhookEvent = (typeof webhookEvents)[number]

/** Returns whether events of a kind can be sent to a webhook. */
export const isWebhookEvent = (kind: EventKind): kind is WebhookEvent =>
  (webhookEvents as readonly EventKind[]).includes(kind)

/** The type of a test message, which a person sends; every other message is about a {@link WebhookEvent}. */
export const webhookTest = 'webhook.test'

/** The types of messages. */
export const webhookMessageTypes = [...webhookEvents, webhookTest] as const
export type WebhookMessageType = (typeof webhookMessageTypes)[number]

/**
 * The formats of message bodies: `standard` of Standard Webhooks; `slack` and `discord` of their incoming
 * webhooks and of compatible products.
 */
export const webhookFormats = ['standard', 'slack', 'discord'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/**
 * The reasons why no messages are sent: a person disabled it, the receiver responded with 410, or it failed
 * for days.
 */
export const webhookDisabledReasons = ['person', 'gone', 'failures'] as const
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number]

/**
 * The statuses of a message. Pending: it is sent now or later. Failed: every attempt failed and none follows.
 */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
