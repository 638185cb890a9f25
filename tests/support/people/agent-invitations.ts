import type { ApiResponse, Call, Failure } from '../server/client'
import type { Person } from './sign-up'

/** The response to an agent that invites a reviewer. */
export interface Invited {
  id: string
  url: string
  email: string
  role: string
  expiresAt: string
  sent: boolean
}

/** Allows the agents of an owner's workspace to invite reviewers, or forbids it. Returns the status. */
export const letAgentsInvite = async (
  owner: Pick<Person, 'call' | 'workspaceId'>,
  allowed = true,
  workspaceId = owner.workspaceId,
) => (await owner.call('PUT', `/api/workspaces/${workspaceId}/agent-invitations`, { allowed })).status

/** Invites a reviewer on behalf of an agent. */
export const inviteReviewer = (
  agent: Call,
  email: string,
  more: object = {},
): Promise<ApiResponse<Invited & Failure>> => agent('POST', '/v1/invitations', { email, ...more })

/** The API path with which a person reads and accepts an invitation. */
export const invitePath = ({ url }: Pick<Invited, 'url'>) => `/api/invite/${url.split('/').at(-1)}`
