import { z } from 'zod'
import { address, id, idParams, timestamp } from './fields'
import { limits } from './limits'
import { anybody, humanOnly, operation } from './operation'
import { invitedRoles, roles } from './roles'
import { Workspace } from './workspace'

const role = z.enum(roles)

export const Member = z.strictObject({
  userId: id('user'),
  name: z.string(),
  email: z.string(),
  role,
  joinedAt: timestamp,
}).meta({ id: 'Member' })
export type Member = z.infer<typeof Member>

export const Invitation = z.strictObject({
  id: id('invitation'),
  role,
  createdAt: timestamp,
  createdBy: z.string(),
  expiresAt: timestamp,
}).meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

export const listMembers = operation({
  id: 'listMembers',
  method: 'GET',
  path: '/api/workspaces/{id}/members',
  tag: 'Dashboard',
  summary: 'The people of a workspace; owners also see open invitations',
  auth: humanOnly,
  internal: true,
  params: idParams('workspace'),
  responses: { 200: z.strictObject({ members: z.array(Member), invitations: z.array(Invitation) }) },
})

const memberParams = z.object({ id: id('workspace'), userId: id('user') })

export const changeRole = operation({
  id: 'changeRole',
  method: 'PATCH',
  path: '/api/workspaces/{id}/members/{userId}',
  tag: 'Dashboard',
  summary: 'Change the role of a person (owners only)',
  auth: humanOnly,
  internal: true,
  params: memberParams,
  body: z.object({ role }),
  responses: { 200: Member },
})

export const removeMember = operation({
  id: 'removeMember',
  method: 'DELETE',
  path: '/api/workspaces/{id}/members/{userId}',
  tag: 'Dashboard',
  summary: 'Remove a person from a workspace (owners), or leave it (oneself)',
  auth: humanOnly,
  internal: true,
  params: memberParams,
  responses: { 204: null },
})

export const createInvitation = operation({
  id: 'createInvitation',
  method: 'POST',
  path: '/api/workspaces/{id}/invitations',
  tag: 'Dashboard',
  summary: 'Make an invitation link (owners only); its token is shown once',
  auth: humanOnly,
  internal: true,
  params: idParams('workspace'),
  body: z.object({
    role: z.enum(invitedRoles),
    email: z.email('must be an email address').max(320).nullish().meta({ description: 'Where to send the link, on servers that can send mail.' }),
    expiresInDays: z.int().min(1).max(limits.invitationDaysMax).default(limits.invitationDays),
  }),
  responses: { 201: z.strictObject({ id: id('invitation'), url: address, token: z.string(), role, expiresAt: timestamp, sent: z.boolean() }).meta({ id: 'CreatedInvitation' }) },
})

export const revokeInvitation = operation({
  id: 'revokeInvitation',
  method: 'DELETE',
  path: '/api/invitations/{id}',
  tag: 'Dashboard',
  summary: 'Take an invitation back',
  auth: humanOnly,
  internal: true,
  params: idParams('invitation'),
  responses: { 204: null },
})

const tokenParams = z.object({ token: z.string().min(1).max(256) })

export const readInvitation = operation({
  id: 'readInvitation',
  method: 'GET',
  path: '/api/invite/{token}',
  tag: 'Dashboard',
  summary: 'What an invitation link offers',
  auth: anybody,
  internal: true,
  params: tokenParams,
  responses: { 200: z.strictObject({ workspace: z.strictObject({ name: z.string() }), role, invitedBy: z.string(), expiresAt: timestamp }) },
})

export const acceptInvitation = operation({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/api/invite/{token}',
  tag: 'Dashboard',
  summary: 'Join the workspace of an invitation link; single use',
  auth: humanOnly,
  rate: 'credential',
  internal: true,
  params: tokenParams,
  responses: { 200: z.strictObject({ workspace: Workspace }) },
})
