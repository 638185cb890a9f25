import { z } from 'zod'
import { eventActorTypes, eventGroups, eventKinds } from '../events'
import { id, idParams, recordFormat, timestamp } from './kit/fields'
import { limits } from './kit/limits'
import { exportedRecords, operations } from './kit/operation'

/** The evidence or the comment that an event is about, with its current data. */
const EventItem = z.strictObject({
  artifactId: id('artifact').nullable().meta({ description: 'null for a comment on the whole review.' }),
  title: z.string().nullable().meta({ description: 'The title of the evidence.' }),
  revision: z.int().nullable().meta({ description: 'The index of the revision, if the event is about one.' }),
  threadId: id('thread').nullable().meta({ description: 'null if the event is about evidence.' }),
  number: z.int().nullable().meta({ description: 'The number of the thread.' }),
})
export type EventItem = z.infer<typeof EventItem>

export const AuditEvent = z
  .strictObject({
    id: id('event'),
    kind: z.enum(eventKinds),
    actor: z.strictObject({
      type: z.enum(eventActorTypes),
      id: z.string().nullable(),
      name: z.string().nullable(),
    }),
    subjectId: z.string().meta({ description: 'The id of the resource that the event is about.' }),
    /**
     * The current name of the review, project or person that the event is about. For an invitation, it is the
     * email that was invited or, after the invitation was accepted, the name of the inviter. It is null for
     * an invitation by link, and if the review, project or person was deleted.
     */
    title: z.string().nullable(),
    item: EventItem.nullable().meta({
      description: 'The evidence or comment it is about; null once that was deleted, and for other events.',
    }),
    projectId: z.string().nullable(),
    reviewId: z.string().nullable(),
    detail: z
      .string()
      .nullable()
      .meta({
        description:
          'The role, for events about people, invitations and access requests; the new plan, for ' +
          '`workspace.plan_changed`; the reason, for actions of administrators; what a share link allows; ' +
          'the format of an export; the status or the label that an edit of a comment set (`no_label`: it ' +
          'removed the label), or the status that a thread got with a new comment.',
      }),
    createdAt: timestamp,
  })
  .meta({ id: 'AuditEvent' })
export type AuditEvent = z.infer<typeof AuditEvent>

const EventFilter = z.object({
  kind: z.enum([...eventGroups, ...eventKinds], 'must be a kind of event, or a group of kinds').optional(),
  actorId: z.string().max(100).optional(),
  projectId: id('project').optional(),
  before: id('event')
    .optional()
    .meta({ description: 'Continues after this event: the `next` of the previous page.' }),
})

export const eventOperations = operations({
  listEvents: {
    method: 'GET',
    path: '/api/workspaces/{id}/events',
    tag: 'Dashboard',
    summary: 'List the audit events of a workspace, newest first (owners only)',
    action: 'manageWorkspace',
    internal: true,
    params: idParams('workspace'),
    query: EventFilter,
    responses: {
      200: z.strictObject({ events: z.array(AuditEvent).max(limits.pageSize), next: id('event').nullable() }),
    },
  },

  exportEvents: {
    method: 'GET',
    path: '/api/workspaces/{id}/events/export',
    tag: 'Dashboard',
    summary: 'Export the audit events of a workspace, newest first (owners only)',
    action: 'manageWorkspace',
    internal: true,
    rate: 'export',
    params: idParams('workspace'),
    query: EventFilter.extend({ format: recordFormat }),
    responses: { 200: exportedRecords },
  },
})
