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
    agent: z
      .string()
      .nullable()
      .meta({ description: 'The name of the agent that created it, as the person in `createdBy` allows.' }),
    email: z.string().nullable().meta({ description: 'The only email whose account may accept it.' }),
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
    summary: 'List the people of a workspace; owners also see open invitations and scripted sessions',
    action: 'useDashboard',
    internal: true,
    params: idParams('workspace'),
    responses: {
      200: z.strictObject({
        members: z.array(Member),
        invitations: z.array(Invitation),
        agentInvitations: z.boolean().meta({ description: 'Whether agents may invite reviewers.' }),
        scriptedSessions: z
          .array(z.strictObject({ userId: id('user'), startedAt: timestamp }))
          .meta({ description: 'Sessions in which a program signed in, not a browser, the latest first.' }),
      }),
    },
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
        .meta({ description: `${keepDescription} Has an effect if the new role may not create tokens.` }),
    }),
    errors: ['conflict', 'member_limit_reached', 'reviewer_limit_reached'],
    responses: { 200: Member },
  },

  transferWorkspace: {
    method: 'POST',
    path: '/api/workspaces/{id}/transfer',
    tag: 'Dashboard',
    summary: 'Make another member an owner, and oneself a member (owners only)',
    description: 'Revokes the open invitations of the caller, at once.',
    action: 'manageWorkspace',
    internal: true,
    params: idParams('workspace'),
    body: z.object({ userId: id('user') }),
    errors: ['conflict', 'member_limit_reached'],
    responses: { 200: z.strictObject({ workspace: Workspace }) },
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
    errors: ['conflict', 'member_limit_reached', 'reviewer_limit_reached'],
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
        agent: z
          .string()
          .nullable()
          .meta({ description: 'The agent that invites, as the person in `invitedBy` allows.' }),
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

  allowAgentInvitations: {
    method: 'PUT',
    path: '/api/workspaces/{id}/agent-invitations',
    tag: 'Dashboard',
    summary: 'Let agents invite reviewers, or stop them (owners only)',
    description: 'Stopping them revokes their open invitations.',
    action: 'manageWorkspace',
    internal: true,
    params: idParams('workspace'),
    body: z.object({ allowed: z.boolean() }),
    responses: { 200: z.strictObject({ allowed: z.boolean() }) },
  },

  inviteReviewer: {
    method: 'POST',
    path: '/v1/invitations',
    tag: 'Sharing',
    summary: 'Invite a person as a reviewer, if an owner lets agents do so',
    description:
      'For a token of the whole workspace: reviewers see all of it. Give `url` to the person; it works ' +
      'once, for an account with this email only. An earlier invitation of an agent for the email ends.',
    action: 'inviteReviewers',
    rate: 'credential',
    body: z
      .object({
        email: z.email('must be an email address').max(320).toLowerCase(),
        role: z
          .literal('reviewer', 'must be reviewer: only owners invite people with another role')
          .default('reviewer'),
      })
      .meta({ id: 'InviteReviewer' }),
    example: { email: 'rae@example.com' },
    errors: ['conflict', 'reviewer_limit_reached'],
    responses: {
      201: z
        .strictObject({
          id: id('invitation'),
          url: address,
          email: z.string(),
          role: z.literal('reviewer'),
          expiresAt: timestamp,
          sent: z.boolean().meta({ description: 'Whether the server has mailed the address too.' }),
        })
        .meta({ id: 'ReviewerInvitation' }),
    },
  },
})
