import { and, desc, eq, gt } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import type { Invitation } from '#shared/contract/member'
import { may } from '#shared/permissions'
import { iso } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { invitation, membership, session, token, user } from '~~/server/db/schema'
import { validInvitations } from './find-valid-invitation'
import { readMembers } from './members'

/**
 * Lists the members of a workspace. For owners, also lists the invitations that can be accepted, and the
 * sessions that programs started.
 */
export async function listMembers(human: HumanActor, input: { id: string }): Promise<Output<'listMembers'>> {
  const { role, workspace } = await loadWorkspace(human, input.id, 'useDashboard')
  const manages = may({ type: 'human', role }, 'manageWorkspace')
  return {
    members: await readMembers(db, input.id),
    invitations: manages ? await readInvitations(input.id) : [],
    scriptedSessions: manages ? await readScriptedSessions(input.id) : [],
    agentInvitations: workspace.agentInvitationsBy !== null,
  }
}

async function readInvitations(workspaceId: string): Promise<Invitation[]> {
  const rows = await db
    .select({ invitation, createdBy: user.name, agent: token.name })
    .from(invitation)
    .innerJoin(user, eq(user.id, invitation.createdBy))
    .leftJoin(token, eq(token.id, invitation.tokenId))
    .where(and(eq(invitation.workspaceId, workspaceId), validInvitations()))
    .orderBy(desc(invitation.createdAt))
  return rows.map(({ invitation: each, createdBy, agent }) => ({
    id: each.id,
    role: each.role,
    createdBy,
    agent,
    email: each.email,
    createdAt: iso(each.createdAt),
    expiresAt: iso(each.expiresAt),
  }))
}

/** Returns the sessions of members that a program started by signing in, latest first. */
async function readScriptedSessions(workspaceId: string) {
  const rows = await db
    .select({ userId: session.userId, createdAt: session.createdAt })
    .from(session)
    .innerJoin(membership, eq(membership.userId, session.userId))
    .where(
      and(
        eq(membership.workspaceId, workspaceId),
        eq(session.scripted, true),
        gt(session.expiresAt, new Date()),
      ),
    )
    .orderBy(desc(session.createdAt))
  return rows.map(({ userId, createdAt }) => ({ userId, startedAt: createdAt.toISOString() }))
}
