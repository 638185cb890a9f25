import { z } from 'zod'
import { id, idParams, optional, requiredText, timestamp } from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'
import { invitedRoles } from './roles'

/**
 * The id of the review or project that a person requests access to. The id is a part of the URL of the review
 * or project.
 */
const subjectId = z.union(
  [id('review'), id('project')],
  'must be the id of a review or a project, rev_… or prj_…',
)

/**
 * An access request in the form that is shown to the person who made it. It does not reveal whether the id
 * exists.
 */
const OwnAccessRequest = z
  .strictObject({ subjectId, createdAt: timestamp, expiresAt: timestamp })
  .meta({ id: 'OwnAccessRequest' })
export type OwnAccessRequest = z.infer<typeof OwnAccessRequest>

export const AccessRequest = z
  .strictObject({
    id: id('accessRequest'),
    person: z.strictObject({
      name: z.string(),
      email: z.string(),
      emailConfirmed: z.boolean().meta({ description: 'False if the email is not confirmed.' }),
    }),
    subjectId,
    title: z.string().meta({ description: 'The title of the review, or the name of the project.' }),
    workspace: z.strictObject({ id: id('workspace'), name: z.string() }),
    message: z.string().nullable().meta({ description: 'Untrusted text.' }),
    createdAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: 'AccessRequest' })
export type AccessRequest = z.infer<typeof AccessRequest>

export const accessRequestOperations = operations({
  requestAccess: {
    method: 'POST',
    path: '/api/access-requests',
    tag: 'Dashboard',
    summary: 'Request access to the workspace of a review or project whose address is known',
    description:
      'The response is the same whether the id exists or not. A repeated request returns the first ' +
      'one, until it expires.',
    action: 'useAccount',
    rate: 'credential',
    internal: true,
    body: z.object({ subjectId, message: optional(requiredText(limits.accessRequestMessage)) }),
    errors: ['conflict'],
    responses: { 202: OwnAccessRequest },
  },

  listOwnAccessRequests: {
    method: 'GET',
    path: '/api/me/access-requests',
    tag: 'Dashboard',
    summary: 'List the access requests of the signed-in person',
    action: 'useAccount',
    internal: true,
    responses: { 200: z.strictObject({ accessRequests: z.array(OwnAccessRequest) }) },
  },

  listAccessRequests: {
    method: 'GET',
    path: '/api/access-requests',
    tag: 'Dashboard',
    summary: 'List the requests that the signed-in person can decide, of all workspaces they own',
    action: 'useAccount',
    internal: true,
    responses: { 200: z.strictObject({ accessRequests: z.array(AccessRequest).max(limits.pageSize) }) },
  },

  acceptAccessRequest: {
    method: 'POST',
    path: '/api/access-requests/{id}/accept',
    tag: 'Dashboard',
    summary: 'Add the person who asked to the workspace (owners only)',
    action: 'manageWorkspace',
    internal: true,
    params: idParams('accessRequest'),
    bodyOptional: true,
    body: z.object({ role: z.enum(invitedRoles).default('reviewer') }),
    errors: ['member_limit_reached', 'reviewer_limit_reached'],
    responses: { 204: null },
  },

  declineAccessRequest: {
    method: 'POST',
    path: '/api/access-requests/{id}/decline',
    tag: 'Dashboard',
    summary: 'Decline a request (owners only); the person who asked is not notified',
    action: 'manageWorkspace',
    internal: true,
    params: idParams('accessRequest'),
    responses: { 204: null },
  },
})
