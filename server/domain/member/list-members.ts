import { and, desc, eq } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import type { Invitation } from '#shared/contract/member'
import { may } from '#shared/permissions'
import { iso } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { invitation, user } from '~~/server/db/schema'
import { validInvitations } from './find-valid-invitation'
import { readMembers } from './members'

/** Lists the people of a workspace, and for its owners the invitations that can still be accepted. */
export async function listMembers(human: HumanActor, input: { id: string }): Promise<Output<'listMembers'>> {
  const { role } = await loadWorkspace(human, input.id, 'useDashboard')
  return {
    members: await readMembers(db, input.id),
    invitations: may({ type: 'human', role }, 'manageWorkspace') ? await readInvitations(input.id) : [],
  }
}

async function readInvitations(workspaceId: string): Promise<Invitation[]> {
  const rows = await db
    .select({ invitation, createdBy: user.name })
    .from(invitation)
    .innerJoin(user, eq(user.id, invitation.createdBy))
    .where(and(eq(invitation.workspaceId, workspaceId), validInvitations()))
    .orderBy(desc(invitation.createdAt))
  return rows.map(({ invitation: each, createdBy }) => ({
    id: each.id,
    role: each.role,
    createdBy,
    createdAt: iso(each.createdAt),
    expiresAt: iso(each.expiresAt),
  }))
}
