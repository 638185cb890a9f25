import { z } from 'zod'
import { eventActorTypes } from '../events'
import { mailFrequencies, notificationKinds } from '../notifications'
import { id, optional, timestamp } from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'

export const Notification = z
  .strictObject({
    id: id('notification'),
    kind: z.enum(notificationKinds),
    actor: z.strictObject({
      type: z.enum(eventActorTypes),
      id: z.string().nullable(),
      name: z.string().nullable(),
    }),
    review: z.strictObject({ id: id('review'), title: z.string(), projectName: z.string() }),
    threadId: id('thread')
      .nullable()
      .meta({ description: 'null if it is about the review, not about a comment.' }),
    threadNumber: z
      .int()
      .nullable()
      .meta({ description: 'The number of the comment; null for one on the review itself.' }),
    excerpt: z.string().nullable().meta({
      description: 'The beginning of the present comment, or of the comment of a verdict: untrusted text.',
    }),
    evidence: z
      .strictObject({
        artifactId: id('artifact'),
        title: z.string(),
        revision: z.int().meta({ description: 'The index of the revision.' }),
      })
      .nullable()
      .meta({ description: 'The newest added evidence; null for other kinds, and once it is deleted.' }),
    createdAt: timestamp,
    read: z.boolean(),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>

const NotificationSettings = z
  .strictObject({
    mail: z.enum(mailFrequencies),
    canMail: z.boolean().meta({ description: 'Whether this server sends mail.' }),
    emailConfirmed: z.boolean().meta({
      description: 'Whether the person confirmed their email. Without this, no notification is mailed.',
    }),
  })
  .meta({ id: 'NotificationSettings' })

export const notificationOperations = operations({
  listNotifications: {
    method: 'GET',
    path: '/api/notifications',
    tag: 'Dashboard',
    summary: 'List the notifications of the signed-in person, newest first',
    action: 'useAccount',
    internal: true,
    query: z.object({
      before: id('notification')
        .optional()
        .meta({ description: 'Continues after this one: the `next` of the previous page.' }),
    }),
    responses: {
      200: z.strictObject({
        notifications: z.array(Notification).max(limits.pageSize),
        next: id('notification').nullable(),
      }),
    },
  },

  countUnreadNotifications: {
    method: 'GET',
    path: '/api/notifications/unread',
    tag: 'Dashboard',
    summary: 'Count the unread notifications and waiting access requests of the signed-in person',
    action: 'useAccount',
    internal: true,
    responses: {
      200: z.strictObject({
        count: z.int(),
        accessRequests: z.int().meta({
          description: 'The number of people who request access to the workspaces that they own.',
        }),
        reviewIds: z
          .array(id('review'))
          .meta({ description: 'The reviews of the notifications that are not about comments.' }),
      }),
    },
  },

  markNotificationsRead: {
    method: 'POST',
    path: '/api/notifications/read',
    tag: 'Dashboard',
    summary: 'Mark notifications of the signed-in person as read: all without a body',
    description:
      'Ids of others are ignored. Those about a comment become read with it, by POST /v1/reviews/{id}/seen.',
    action: 'useAccount',
    rate: 'none',
    internal: true,
    bodyOptional: true,
    body: z.object({
      ids: optional(
        z
          .array(id('notification'))
          .max(limits.pageSize, `must have at most ${limits.pageSize} ids`)
          .meta({ description: 'Only these.' }),
      ),
      reviewId: optional(
        id('review').meta({ description: 'Only notifications about this review, not about its comments.' }),
      ),
    }),
    responses: { 204: null },
  },

  readNotificationSettings: {
    method: 'GET',
    path: '/api/me/notification-settings',
    tag: 'Dashboard',
    summary: 'Read how often the signed-in person gets notifications by mail',
    action: 'useAccount',
    internal: true,
    responses: { 200: NotificationSettings },
  },

  updateNotificationSettings: {
    method: 'PUT',
    path: '/api/me/notification-settings',
    tag: 'Dashboard',
    summary: 'Choose when to get notifications by mail',
    description: 'Applies to notifications that wait to be mailed too.',
    action: 'useAccount',
    internal: true,
    body: NotificationSettings.pick({ mail: true }),
    responses: { 200: NotificationSettings },
  },
})
