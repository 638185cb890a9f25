import { and, eq, exists, gt, inArray, isNull, type SQL } from 'drizzle-orm'
import { roles } from '#shared/contract/roles'
import { AppError } from '#shared/errors'
import { may } from '#shared/permissions'
import { sha256 } from '~~/server/access/secrets'
import { assertWorkspaceActive, isSuspended } from '~~/server/access/suspension'
import { db, type Db } from '~~/server/db'
import { invitation, membership, user, workspace } from '~~/server/db/schema'

const invitingRoles = roles.filter(role => may({ type: 'human', role }, 'manageWorkspace'))

/**
 * Selects invitations that can be accepted: unused, not expired, and made by a person who may still invite.
 * Removing or demoting a person deletes theirs; the last condition also covers those from before that rule.
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
  return and(isNull(invitation.acceptedAt), gt(invitation.expiresAt, Date.now()), exists(byInviter))
}

/**
 * Returns the valid invitation of a token with its workspace and inviter; undefined when there is none.
 * Throws `suspended` while the workspace or the inviter is.
 */
export async function findValidInvitation(executor: Db, token: string) {
  const [row] = await executor
    .select({ invitation, workspace, inviter: user })
    .from(invitation)
    .innerJoin(workspace, eq(workspace.id, invitation.workspaceId))
    .innerJoin(user, eq(user.id, invitation.createdBy))
    .where(and(eq(invitation.hash, sha256(token)), validInvitations()))
  if (!row) return undefined
  assertWorkspaceActive(row.workspace)
  if (isSuspended(row.inviter))
    throw new AppError('suspended', { message: 'The person who sent this invitation is suspended.' })
  return row
}

/**
 * Returns whether a token is of a valid invitation: such people may sign up on a server with closed sign-ups.
 */
export async function isInvited(token: string): Promise<boolean> {
  const found = await findValidInvitation(db, token).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'suspended') return undefined
    throw error
  })
  return found !== undefined
}

export const invitationNotFound = () =>
  new AppError('not_found', {
    message: 'This invitation is unknown, used, revoked or expired.',
    hint: 'Ask the workspace owner for a new one.',
  })
