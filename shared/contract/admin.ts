import { z } from 'zod'
import { adminEventKinds } from '../events'
import { planIds } from '../plans'
import { address, id, idParams, recordFormat, requiredText, timestamp, visibleName } from './kit/fields'
import { limits } from './kit/limits'
import { exportedRecords, operations } from './kit/operation'
import { Member } from './member'
import { roles } from './roles'

/**
 * The states of a workspace or a person. `deleting` means suspended now, and later deleted by the periodic
 * cleanup.
 */
export const subjectStates = ['active', 'suspended', 'deleting'] as const
export type SubjectState = (typeof subjectStates)[number]

const state = {
  state: z.enum(subjectStates),
  deletesAt: timestamp.nullable().meta({ description: 'When it is deleted; null unless `deleting`.' }),
}

const storageQuota = z
  .int()
  .min(0)
  .meta({ description: 'The maximum number of stored bytes; null: no maximum.' })
const retentionDays = z.int().min(1).max(limits.retentionDaysMax).meta({
  description: 'After how many days media is deleted; null: the plan and the setting `RETENTION` decide.',
})

export const AdminWorkspace = z
  .strictObject({
    id: id('workspace'),
    name: z.string(),
    plan: z.enum(planIds),
    ...state,
    deletesWith: id('user').nullable().meta({ description: 'The person with whom it is deleted.' }),
    createdAt: timestamp,
    lastActivityAt: timestamp,
    owner: z
      .strictObject({ id: id('user'), name: z.string(), email: z.string() })
      .nullable()
      .meta({ description: 'The owner who joined first; null while it is unclaimed.' }),
    memberCount: z.int(),
    projectCount: z.int(),
    reviewCount: z.int(),
    evidenceCount: z.int(),
    bytes: z.int().meta({ description: 'Stored originals and derivatives, without thumbnails.' }),
    storageQuota: storageQuota.nullable(),
    retentionDays: retentionDays.nullable(),
  })
  .meta({ id: 'AdminWorkspace' })
export type AdminWorkspace = z.infer<typeof AdminWorkspace>

export const AdminPerson = z
  .strictObject({
    id: id('user'),
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    admin: z.boolean(),
    ...state,
    createdAt: timestamp,
    lastSeenAt: timestamp.nullable().meta({
      description: 'The last use of their present sessions, to the day; null without a session.',
    }),
    workspaceCount: z.int(),
  })
  .meta({ id: 'AdminPerson' })
export type AdminPerson = z.infer<typeof AdminPerson>

/**
 * The outcome for a workspace when one of its members is deleted. `leaves`: the workspace remains, without
 * the person. `deleted`: the workspace is deleted too, because it has no other member. `needs_owner`: the
 * person cannot be deleted until another person owns the workspace.
 */
export const deletionOutcomes = ['leaves', 'deleted', 'needs_owner'] as const
export type DeletionOutcome = (typeof deletionOutcomes)[number]

export const AdminMembership = z
  .strictObject({
    id: id('workspace'),
    name: z.string(),
    role: z.enum(roles),
    onDeletion: z.enum(deletionOutcomes),
  })
  .meta({ id: 'AdminMembership' })
export type AdminMembership = z.infer<typeof AdminMembership>

export const AdminEvent = z
  .strictObject({
    id: id('event'),
    kind: z.enum(adminEventKinds),
    actor: z
      .strictObject({ id: id('user').nullable(), name: z.string() })
      .nullable()
      .meta({
        description:
          'The administrator; null for the server itself. Without an id, the name is `ADMIN_TOKEN`.',
      }),
    subject: z.strictObject({ id: z.string(), name: z.string() }),
    reason: z.string().nullable(),
    membership: z
      .strictObject({
        workspace: z.strictObject({ id: id('workspace'), name: z.string() }),
        role: z.enum(roles),
      })
      .nullable()
      .meta({ description: 'What `person.added` and `person.role_changed` gave the person.' }),
    createdAt: timestamp,
  })
  .meta({ id: 'AdminEvent' })
export type AdminEvent = z.infer<typeof AdminEvent>

export const PasswordLink = z
  .strictObject({
    url: address.meta({ description: 'Opens the page on which the person chooses a password, once.' }),
    expiresAt: timestamp,
  })
  .meta({ id: 'PasswordLink' })
export type PasswordLink = z.infer<typeof PasswordLink>

export const InstanceUsage = z
  .strictObject({
    people: z.int(),
    workspaces: z.int(),
    reviews: z.int(),
    evidence: z.int(),
    bytes: z
      .strictObject({ total: z.int(), images: z.int(), videos: z.int(), derivatives: z.int() })
      .meta({ description: 'Stored originals by kind, and derivatives without thumbnails.' }),
    dueMedia: z.strictObject({ files: z.int(), bytes: z.int() }).meta({
      description: 'Media whose retention ends: it is deleted within 7 days, unless a larger plan keeps it.',
    }),
  })
  .meta({ id: 'InstanceUsage' })
export type InstanceUsage = z.infer<typeof InstanceUsage>

const pageOf = (resource: 'workspace' | 'user') =>
  z.object({
    search: z
      .string()
      .trim()
      .max(limits.adminSearch, `must have at most ${limits.adminSearch} characters`)
      .optional()
      .meta({ description: 'A part of a name or an email address, or an id.' }),
    state: z.enum(subjectStates).optional(),
    before: id(resource)
      .optional()
      .meta({ description: 'Continues after this one: the `next` of the previous page.' }),
  })

const reason = requiredText(limits.adminReason).meta({ description: 'For the audit record.' })
const AdminAction = z.object({ reason })
const WorkspaceInspection = z.strictObject({ workspace: AdminWorkspace, members: z.array(Member) })

const common = { tag: 'Dashboard', action: 'administer', internal: true } as const

const workspaceAction = {
  ...common,
  method: 'POST',
  params: idParams('workspace'),
  body: AdminAction,
  errors: ['conflict'],
  responses: { 200: AdminWorkspace },
} as const

const personAction = {
  ...common,
  method: 'POST',
  params: idParams('user'),
  body: AdminAction,
  errors: ['conflict'],
  responses: { 200: AdminPerson },
} as const

export const adminOperations = operations({
  readInstanceUsage: {
    ...common,
    method: 'GET',
    path: '/api/admin/usage',
    summary: 'Read the usage of the whole server',
    responses: { 200: InstanceUsage },
  },

  listAllWorkspaces: {
    ...common,
    method: 'GET',
    path: '/api/admin/workspaces',
    summary: 'List the workspaces of the server, newest first',
    query: pageOf('workspace'),
    responses: {
      200: z.strictObject({ workspaces: z.array(AdminWorkspace), next: id('workspace').nullable() }),
    },
  },

  inspectWorkspace: {
    ...common,
    method: 'GET',
    path: '/api/admin/workspaces/{id}',
    summary: 'Read a workspace with its people',
    params: idParams('workspace'),
    responses: { 200: WorkspaceInspection },
  },

  setWorkspaceMember: {
    ...common,
    method: 'PUT',
    path: '/api/admin/workspaces/{id}/members/{userId}',
    summary: 'Add a person of the server to a workspace, or change their role',
    description:
      'Also revokes what the new role could not have created. `conflict` for the last owner, for a ' +
      'suspended person, and while the workspace is unclaimed or to be deleted.',
    params: z.object({ id: id('workspace'), userId: id('user') }),
    body: z.object({ role: z.enum(roles), reason }),
    errors: ['conflict', 'member_limit_reached', 'reviewer_limit_reached'],
    responses: { 200: WorkspaceInspection },
  },

  suspendWorkspace: {
    ...workspaceAction,
    path: '/api/admin/workspaces/{id}/suspend',
    summary: 'Suspend a workspace: requests for anything in it get 403',
  },

  unsuspendWorkspace: {
    ...workspaceAction,
    path: '/api/admin/workspaces/{id}/unsuspend',
    summary: 'Lift the suspension of a workspace',
  },

  setWorkspaceStorage: {
    ...workspaceAction,
    method: 'PUT',
    path: '/api/admin/workspaces/{id}/storage',
    summary: 'Set the storage quota and the retention of a workspace',
    description: 'Uploads that would exceed the quota are refused. A retention replaces that of the plan.',
    body: AdminAction.extend({
      storageQuota: storageQuota.nullable(),
      retentionDays: retentionDays.nullable(),
    }),
    errors: [],
  },

  scheduleWorkspaceDeletion: {
    ...workspaceAction,
    path: '/api/admin/workspaces/{id}/delete',
    summary: `Suspend a workspace and delete it in ${limits.deletionDelayDays} days`,
  },

  cancelWorkspaceDeletion: {
    ...workspaceAction,
    path: '/api/admin/workspaces/{id}/cancel-deletion',
    summary: 'Cancel the deletion of a workspace',
  },

  listAllPeople: {
    ...common,
    method: 'GET',
    path: '/api/admin/people',
    summary: 'List the people of the server, newest first',
    query: pageOf('user'),
    responses: { 200: z.strictObject({ people: z.array(AdminPerson), next: id('user').nullable() }) },
  },

  createPerson: {
    ...common,
    method: 'POST',
    path: '/api/admin/people',
    summary: 'Create the account of a person, whatever SIGN_UPS is',
    description: '`conflict` for an email that an account has.',
    body: z.object({
      email: z.email('must be an email address').max(320).toLowerCase(),
      name: visibleName(limits.personName),
      reason,
    }),
    errors: ['conflict'],
    responses: {
      201: z.strictObject({
        person: AdminPerson,
        passwordLink: PasswordLink.nullable().meta({
          description: 'Null where people sign in through a provider or a proxy only.',
        }),
      }),
    },
  },

  inspectPerson: {
    ...common,
    method: 'GET',
    path: '/api/admin/people/{id}',
    summary: 'Read a person with their workspaces',
    params: idParams('user'),
    responses: { 200: z.strictObject({ person: AdminPerson, workspaces: z.array(AdminMembership) }) },
  },

  suspendPerson: {
    ...personAction,
    path: '/api/admin/people/{id}/suspend',
    summary: 'Suspend a person: their sessions, and the agent tokens they created, get 403',
  },

  unsuspendPerson: {
    ...personAction,
    path: '/api/admin/people/{id}/unsuspend',
    summary: 'Lift the suspension of a person',
  },

  schedulePersonDeletion: {
    ...personAction,
    path: '/api/admin/people/{id}/delete',
    summary: `Suspend a person and delete them in ${limits.deletionDelayDays} days`,
    description: 'With the workspaces that have no other member. `conflict` for the last owner of another.',
  },

  cancelPersonDeletion: {
    ...personAction,
    path: '/api/admin/people/{id}/cancel-deletion',
    summary: 'Cancel the deletion of a person and of the workspaces that would be deleted with them',
  },

  createPasswordLink: {
    ...common,
    method: 'POST',
    path: '/api/admin/people/{id}/password-reset',
    summary: 'Create a link with which a person chooses a new password, for an hour and once',
    description:
      'Earlier links of the person stop working. Using it ends their sessions; it does not confirm their ' +
      'email. `conflict` for administrators, for a suspended person, and where passwords are off.',
    params: idParams('user'),
    body: AdminAction,
    errors: ['conflict'],
    responses: { 201: PasswordLink },
  },

  listAdminEvents: {
    ...common,
    method: 'GET',
    path: '/api/admin/events',
    summary: 'List what administrators did, newest first',
    query: z.object({ before: id('event').optional() }),
    responses: {
      200: z.strictObject({ events: z.array(AdminEvent), next: id('event').nullable() }),
    },
  },

  exportAdminEvents: {
    ...common,
    method: 'GET',
    path: '/api/admin/events/export',
    summary: 'Export what administrators did, newest first',
    rate: 'export',
    query: z.object({ before: id('event').optional(), format: recordFormat }),
    responses: { 200: exportedRecords },
  },
})
