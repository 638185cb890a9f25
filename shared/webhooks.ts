import { eventKindsFor, type EventKind } from './events'

/** The audit events that a webhook can be sent. */
export const webhookEvents = eventKindsFor('webhooks')
export type WebhookEvent = (typeof webhookEvents)[number]

/** Returns whether a webhook can be sent events of this kind. */
export const isWebhookEvent = (kind: EventKind): kind is WebhookEvent =>
  (webhookEvents as readonly EventKind[]).includes(kind)

/** What a person sends to try a webhook; every other message is about a {@link WebhookEvent}. */
export const webhookTest = 'webhook.test'

/** The types of messages. */
export const webhookMessageTypes = [...webhookEvents, webhookTest] as const
export type WebhookMessageType = (typeof webhookMessageTypes)[number]

/**
 * The body of a message: `standard` is that of Standard Webhooks; `slack` and `discord` are what the incoming
 * webhooks of these accept, and of products that are compatible with them.
 */
export const webhookFormats = ['standard', 'slack', 'discord'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** Why no messages are sent: a person disabled it, the receiver is gone (410), or it failed for days. */
export const webhookDisabledReasons = ['person', 'gone', 'failures'] as const
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number]

/** Pending: it is sent now or later. Failed: every attempt failed and none follows. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
