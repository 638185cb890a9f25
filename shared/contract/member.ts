import { z } from 'zod'
import { address, id, idParams, timestamp } from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'
import { invitedRoles, roles } from './roles'
import { Workspace } from './workspace'

const role = z.enum(roles)

export const Member = z
  .strictObject({
    userId: id('user'),
    name: z.string(),
    email: z.string(),
    role,
    joinedAt: timestamp,
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof Member>

export const Invitation = z
  .strictObject({
    id: id('invitation'),
    role,
    createdAt: timestamp,
    createdBy: z.string(),
    expiresAt: timestamp,
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

const memberParams = z.object({ id: id('workspace'), userId: id('user') })

const tokenIds = z
  .array(id('token'))
  .max(limits.keepTokensMax, `must have at most ${limits.keepTokensMax} ids`)
const keepDescription =
  'Ids of agent tokens that the person created in this workspace and that stay valid; others are revoked.'

const tokenParams = z.object({ token: z.string().min(1).max(256) })

export const memberOperations = operations({
  listMembers: {
    method: 'GET',
    path: '/api/workspaces/{id}/members',
    tag: 'Dashboard',
    summary: 'List the people of a workspace; owners also see open invitations',
    action: 'useDashboard',
    internal: true,
    params: idParams('workspace'),
    responses: { 200: z.strictObject({ members: z.array(Member), invitations: z.array(Invitation) }) },
  },

  changeRole: {
    method: 'PATCH',
    path: '/api/workspaces/{id}/members/{userId}',
    tag: 'Dashboard',
    summary: 'Change the role of a person (owners only)',
    description: 'Revokes open invitations and agent tokens that the new role could not create, at once.',
    action: 'manageWorkspace',
    internal: true,
    params: memberParams,
    body: z.object({
      role,
      keepTokens: tokenIds
        .default([])
        .meta({ description: `${keepDescription} Has an effect where the new role may not create tokens.` }),
    }),
    errors: ['conflict', 'member_limit_reached', 'reviewer_limit_reached'],
    responses: { 200: Member },
  },

  removeMember: {
    method: 'DELETE',
    path: '/api/workspaces/{id}/members/{userId}',
    tag: 'Dashboard',
    summary: 'Remove a person from a workspace (owners), or leave it (oneself)',
    description:
      'Their open invitations, agent tokens, unused upload addresses and event streams end at once.',
    action: 'leaveWorkspace',
    internal: true,
    params: memberParams,
    query: z.object({
      keepTokens: z
        .string()
        .transform(list => list.split(',').filter(each => each !== ''))
        .pipe(tokenIds)
        .default([])
        .meta({ description: `${keepDescription} Separated by commas; owners only.` }),
    }),
    errors: ['conflict'],
    responses: { 204: null },
  },

  createInvitation: {
    method: 'POST',
    path: '/api/workspaces/{id}/invitations',
    tag: 'Dashboard',
    summary: 'Create an invitation link (owners only); its token is shown once',
    action: 'manageWorkspace',
    internal: true,
    params: idParams('workspace'),
    body: z.object({
      role: z.enum(invitedRoles),
      email: z
        .email('must be an email address')
        .max(320)
        .nullish()
        .meta({ description: 'Where to send the link, on servers that can send mail.' }),
      expiresInDays: z.int().min(1).max(limits.invitationDaysMax).default(limits.invitationDays),
    }),
    errors: ['member_limit_reached', 'reviewer_limit_reached'],
    responses: {
      201: z
        .strictObject({
          id: id('invitation'),
          url: address,
          token: z.string(),
          role,
          expiresAt: timestamp,
          sent: z.boolean(),
        })
        .meta({ id: 'CreatedInvitation' }),
    },
  },

  revokeInvitation: {
    method: 'DELETE',
    path: '/api/invitations/{id}',
    tag: 'Dashboard',
    summary: 'Revoke an invitation',
    action: 'manageWorkspace',
    internal: true,
    params: idParams('invitation'),
    responses: { 204: null },
  },

  readInvitation: {
    method: 'GET',
    path: '/api/invite/{token}',
    tag: 'Dashboard',
    summary: 'Read what an invitation link offers',
    action: 'public',
    internal: true,
    params: tokenParams,
    errors: ['suspended'],
    responses: {
      200: z.strictObject({
        workspace: z.strictObject({ name: z.string() }),
        role,
        invitedBy: z.string(),
        expiresAt: timestamp,
      }),
    },
  },

  acceptInvitation: {
    method: 'POST',
    path: '/api/invite/{token}',
    tag: 'Dashboard',
    summary: 'Join the workspace of an invitation link; single use',
    action: 'useAccount',
    rate: 'credential',
    internal: true,
    params: tokenParams,
    errors: ['member_limit_reached', 'reviewer_limit_reached'],
    responses: { 200: z.strictObject({ workspace: Workspace }) },
  },
})
