import { and, count, eq, isNotNull, sql } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import { iso } from '#shared/time'
import type { AgentActor } from '~~/server/access/actor'
import { canConfirmEmails } from '~~/server/access/admins'
import { requirePermission } from '~~/server/access/authorize'
import { beginPermissionCheckInWorkspace } from '~~/server/access/write-guard'
import { consumeMail } from '~~/server/limits/rate-limit'
import { db, write, type Db } from '~~/server/db'
import { invitation, membership, user, workspace } from '~~/server/db/schema'
import { validInvitations } from './find-valid-invitation'
import { insertInvitation } from './insert-invitation'
import { mailInvitation } from './mail-invitation'
import { revokeInvitations } from './revoke-invitations'

/**
 * Invites the person with the given email as a reviewer. Only agents call this operation, and only after an
 * owner allowed it. Only an account with this email can use the URL, and only if the email is confirmed:
 * otherwise the agent itself, or a reader of its output, could sign up with the email. Replaces an open
 * invitation by an agent for the same email.
 *
 * Throws `forbidden` for a token that is limited to a project and on a server that cannot confirm emails.
 * Throws `rate_limited` after too many mails to one address, from one workspace or of the owner who allowed
 * it, and `conflict` if the person is already a member.
 */
export async function inviteReviewer(
  agent: AgentActor,
  { email, role }: Input<'inviteReviewer'>,
): Promise<Output<'inviteReviewer'>> {
  const { createdBy: allowedBy } = await loadInviting(db, agent)
  await consumeMail('mailTo', email, agent.workspaceId, allowedBy)
  const { id, url, expiresAt, workspaceName } = await write(async tx => {
    const { createdBy, inviting } = await loadInviting(tx, agent)
    await assertNoMember(tx, inviting.id, email)
    await revokeInvitations(tx, agent, inviting.id, and(ofAgents(), eq(invitation.email, email)))
    await assertInvitationLimit(tx, inviting.id)
    const fields = { role, email, createdBy, tokenId: agent.id, expiresInDays: limits.invitationDays }
    return { ...(await insertInvitation(tx, agent, inviting, fields)), workspaceName: inviting.name }
  })
  const sent = await mailInvitation({ to: email, from: agent.name, workspaceName, role, url })
  return { id, url, email, role, expiresAt: iso(expiresAt), sent }
}

const ofAgents = () => isNotNull(invitation.tokenId)

/**
 * Throws for a token that is limited to one project. A reviewer would see the whole workspace, which such a
 * token cannot see.
 */
function assertWholeWorkspace(agent: AgentActor): void {
  if (agent.projectId === null) return
  throw new AppError('forbidden', {
    message: 'This token is scoped to one project; a reviewer would see the whole workspace.',
    hint: 'Create a share link of the review, or ask an owner to invite the person under Settings, People.',
  })
}

/** Throws on a server that has no way to confirm emails: no one could accept the invitation. */
function assertAcceptable(): void {
  if (canConfirmEmails()) return
  throw new AppError('forbidden', {
    message: 'Agents cannot invite people on this server, because it has no way to confirm email addresses.',
    hint: 'Ask an owner to invite the person by a link, under Settings, People.',
  })
}

/**
 * Returns the workspace of an agent that may invite people, and the owner who allowed agents to invite.
 * Throws `forbidden` if no owner did so, for a token that lacks the capability or is limited to one project,
 * and on a server that cannot confirm emails.
 */
async function loadInviting(executor: Db, agent: AgentActor) {
  await beginPermissionCheckInWorkspace(executor, agent, agent.workspaceId)
  requirePermission(agent, agent.workspaceId, 'inviteReviewers')
  assertWholeWorkspace(agent)
  assertAcceptable()
  const [row] = await executor.select().from(workspace).where(eq(workspace.id, agent.workspaceId))
  if (!row?.agentInvitationsBy)
    throw new AppError('forbidden', {
      message: 'Agents may not invite people to this workspace.',
      hint:
        'Ask an owner to turn on "Agents may invite reviewers" under Settings, People, or to invite the ' +
        'person. To let a person look without an account, create a share link of the review.',
    })
  return { createdBy: row.agentInvitationsBy, inviting: row }
}

async function assertNoMember(tx: Db, workspaceId: string, email: string): Promise<void> {
  const [member] = await tx
    .select({ id: user.id })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(and(eq(membership.workspaceId, workspaceId), eq(sql`lower(${user.email})`, email)))
  if (!member) return
  throw new AppError('conflict', {
    message: 'The person with this email is already in the workspace.',
    hint: 'Give them the address of the review.',
  })
}

async function assertInvitationLimit(tx: Db, workspaceId: string): Promise<void> {
  const [open] = await tx
    .select({ count: count() })
    .from(invitation)
    .where(and(eq(invitation.workspaceId, workspaceId), ofAgents(), validInvitations()))
  if ((open?.count ?? 0) < limits.agentInvitations) return
  throw new AppError('conflict', {
    message: `Agents have ${limits.agentInvitations} open invitations to this workspace, which is the limit.`,
    hint: 'Stop and tell a human: owners revoke invitations under Settings, People.',
  })
}
