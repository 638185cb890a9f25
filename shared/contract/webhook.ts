import { z } from 'zod'
import {
  deliveryStatuses,
  webhookDisabledReasons,
  webhookEvents,
  webhookFormats,
  webhookMessageTypes,
} from '../webhooks'
import { address, id, idParams, optional, timestamp, typedAddress } from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'

const events = z.enum(webhookEvents)
const format = z.enum(webhookFormats)

export const Webhook = z
  .strictObject({
    id: id('webhook'),
    workspaceId: id('workspace'),
    projectId: id('project').nullable().meta({ description: 'Only events of this project are sent.' }),
    url: address,
    format,
    events: z.array(events),
    disabledAt: timestamp.nullable(),
    disabledReason: z.enum(webhookDisabledReasons).nullable(),
    failingSince: timestamp.nullable().meta({
      description: 'The first failure since the last success. Five days later the webhook is disabled.',
    }),
    previousSecretExpiresAt: timestamp
      .nullable()
      .meta({ description: 'Until then, messages are also signed with the previous secret.' }),
    createdAt: timestamp,
    createdBy: z.string().nullable(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

export const WebhookDelivery = z
  .strictObject({
    id: id('delivery').meta({ description: 'The `webhook-id` of the message.' }),
    type: z.enum(webhookMessageTypes),
    status: z.enum(deliveryStatuses),
    reviewId: id('review').nullable(),
    createdAt: timestamp,
    nextAttemptAt: timestamp.nullable(),
    attempts: z.array(
      z.strictObject({
        at: timestamp,
        ms: z.int(),
        status: z.int().nullable().meta({ description: 'The status of the response; null without one.' }),
        response: z.string().nullable().meta({ description: 'The first kilobyte of the response.' }),
        error: z.string().nullable().meta({ description: 'Why there was no response.' }),
      }),
    ),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const url = typedAddress(limits.webhookUrl, 'https://example.com/hooks')

const eventList = z
  .array(events)
  .min(1, 'choose at least one event')
  .transform(list => [...new Set(list)])

/** The signing secret in the format of Standard Webhooks. */
const secret = z.string().meta({ description: '`whsec_` and base64. It is shown only once.' })

export const webhookOperations = operations({
  listWebhooks: {
    method: 'GET',
    path: '/api/workspaces/{id}/webhooks',
    tag: 'Dashboard',
    summary: 'List the webhooks of a workspace, without their secrets (owners only)',
    action: 'manageWebhooks',
    internal: true,
    params: idParams('workspace'),
    responses: { 200: z.strictObject({ webhooks: z.array(Webhook) }) },
  },

  createWebhook: {
    method: 'POST',
    path: '/api/workspaces/{id}/webhooks',
    tag: 'Dashboard',
    summary: 'Create a webhook (owners only); its secret is shown once',
    action: 'manageWebhooks',
    internal: true,
    params: idParams('workspace'),
    body: z
      .object({
        url,
        events: eventList,
        format: format.default('standard'),
        projectId: id('project').nullish().meta({ description: 'Restricts it to one project.' }),
      })
      .meta({ id: 'CreateWebhook' }),
    example: {
      url: 'https://example.com/hooks/exhibit',
      events: ['review.changes_requested', 'review.verified', 'comment.created'],
    },
    errors: ['conflict'],
    responses: { 201: z.strictObject({ webhook: Webhook, secret }).meta({ id: 'CreatedWebhook' }) },
  },

  updateWebhook: {
    method: 'PATCH',
    path: '/api/webhooks/{id}',
    tag: 'Dashboard',
    summary: 'Change, disable or enable a webhook (owners only)',
    action: 'manageWebhooks',
    internal: true,
    params: idParams('webhook'),
    body: z.object({
      url: optional(url),
      events: optional(eventList),
      format: optional(format),
      projectId: id('project').nullable().optional(),
      enabled: optional(
        z.boolean().meta({
          description: 'Disabling it fails pending messages; enabling it sends events from then on.',
        }),
      ),
    }),
    responses: { 200: Webhook },
  },

  deleteWebhook: {
    method: 'DELETE',
    path: '/api/webhooks/{id}',
    tag: 'Dashboard',
    summary: 'Delete a webhook with its log (owners only)',
    action: 'manageWebhooks',
    internal: true,
    params: idParams('webhook'),
    responses: { 204: null },
  },

  rotateWebhookSecret: {
    method: 'POST',
    path: '/api/webhooks/{id}/secret',
    tag: 'Dashboard',
    summary: 'Replace the secret of a webhook (owners only); the new one is shown once',
    description: 'For 24 hours messages are signed with both. Rotating again ends the older one at once.',
    action: 'manageWebhooks',
    internal: true,
    params: idParams('webhook'),
    responses: { 200: z.strictObject({ webhook: Webhook, secret }) },
  },

  testWebhook: {
    method: 'POST',
    path: '/api/webhooks/{id}/test',
    tag: 'Dashboard',
    summary: 'Send a test message (owners only); the log has its result',
    action: 'manageWebhooks',
    internal: true,
    params: idParams('webhook'),
    errors: ['conflict'],
    responses: { 201: WebhookDelivery },
  },

  listDeliveries: {
    method: 'GET',
    path: '/api/webhooks/{id}/deliveries',
    tag: 'Dashboard',
    summary: 'List the messages of a webhook of the last 30 days, newest first (owners only)',
    action: 'manageWebhooks',
    internal: true,
    params: idParams('webhook'),
    query: z.object({
      before: id('delivery')
        .optional()
        .meta({ description: 'Continues after this message: the `next` of the previous page.' }),
    }),
    responses: {
      200: z.strictObject({
        deliveries: z.array(WebhookDelivery).max(limits.pageSize),
        next: id('delivery').nullable(),
      }),
    },
  },

  redeliver: {
    method: 'POST',
    path: '/api/deliveries/{id}/redeliver',
    tag: 'Dashboard',
    summary: 'Send a message again, with the same id (owners only)',
    action: 'manageWebhooks',
    internal: true,
    params: idParams('delivery'),
    errors: ['conflict'],
    responses: { 200: WebhookDelivery },
  },
})
