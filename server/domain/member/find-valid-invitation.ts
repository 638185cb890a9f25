import { and, eq, exists, gt, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { roles } from '#shared/contract/roles'
import { AppError } from '#shared/errors'
import { may } from '#shared/permissions'
import { sha256 } from '~~/server/secrets/secrets'
import { assertWorkspaceActive, isSuspended } from '~~/server/access/suspension'
import { db, type Db } from '~~/server/db'
import { invitation, membership, token, user, workspace } from '~~/server/db/schema'

const invitingRoles = roles.filter(role => may({ type: 'human', role }, 'manageWorkspace'))

/**
 * The condition that an invitation can be accepted: it is unused and not expired, and its creator may still
 * invite people. If an agent created it, the agent's token must not be revoked. The invitations of a person
 * are deleted when the person is removed or demoted; the condition on the creator also covers invitations
 * from before that rule existed.
 */
export function validInvitations(): SQL | undefined {
  const { workspaceId, userId, role } = membership
  const byInviter = db
    .select({ userId })
    .from(membership)
    .where(
      and(
        eq(workspaceId, invitation.workspaceId),
        eq(userId, invitation.createdBy),
        inArray(role, invitingRoles),
      ),
    )
  const byAgent = db
    .select({ id: token.id })
    .from(token)
    .where(and(eq(token.id, invitation.tokenId), isNull(token.revokedAt)))
  return and(
    isNull(invitation.acceptedAt),
    gt(invitation.expiresAt, Date.now()),
    exists(byInviter),
    or(isNull(invitation.tokenId), exists(byAgent)),
  )
}

/**
 * Returns the valid invitation that has the given secret, together with its workspace, inviter and agent;
 * undefined if there is none. Throws `suspended` while the workspace or the inviter is suspended.
 */
export async function findValidInvitation(executor: Db, secret: string) {
  const [row] = await executor
    .select({ invitation, workspace, inviter: user, agent: token.name })
    .from(invitation)
    .innerJoin(workspace, eq(workspace.id, invitation.workspaceId))
    .innerJoin(user, eq(user.id, invitation.createdBy))
    .leftJoin(token, eq(token.id, invitation.tokenId))
    .where(and(eq(invitation.hash, sha256(secret)), validInvitations()))
  if (!row) return undefined
  assertWorkspaceActive(row.workspace)
  if (isSuspended(row.inviter))
    throw new AppError('suspended', { message: 'The person who sent this invitation is suspended.' })
  return row
}

/**
 * Returns whether an account with this email may accept an invitation. An invitation by an agent is valid for
 * one email only.
 */
export const isForEmail = ({ email }: typeof invitation.$inferSelect, candidate: string): boolean =>
  email === null || email === candidate.toLowerCase()

/**
 * Returns whether a secret belongs to a valid invitation for an email. Invited people may sign up even if
 * sign-up is closed on the server.
 */
export async function isInvited(secret: string, email: string): Promise<boolean> {
  const found = await findValidInvitation(db, secret).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'suspended') return undefined
    throw error
  })
  return found !== undefined && isForEmail(found.invitation, email)
}

export const invitationNotFound = () =>
  new AppError('not_found', {
    message: 'This invitation is unknown, used, revoked or expired.',
    hint: 'Ask the workspace owner for a new one.',
  })
