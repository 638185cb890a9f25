import { and, eq, isNotNull } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/loaders'
import type { EventActor } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { write, type Db } from '~~/server/db'
import { invitation, workspace } from '~~/server/db/schema'
import type { MemberKey } from './members'
import { revokeInvitations } from './revoke-invitations'

/**
 * Allows agents to invite reviewers to a workspace in the name of the calling owner. With `allowed: false`,
 * forbids this and revokes the open invitations that agents made.
 */
export async function allowAgentInvitations(
  human: HumanActor,
  { id, allowed }: Input<'allowAgentInvitations'>,
): Promise<Output<'allowAgentInvitations'>> {
  await write(async tx => {
    const loaded = await loadWorkspace(human, id, 'manageWorkspace', tx)
    const by = loaded.workspace.agentInvitationsBy
    if (!allowed && by !== null) await stopAgentInvitations(tx, human, { id, userId: by })
    if (!allowed || by !== null) return
    await tx.update(workspace).set({ agentInvitationsBy: human.id }).where(eq(workspace.id, id))
    await recordChange(tx, {
      kind: 'workspace.agent_invitations_on',
      actor: human,
      subjectId: id,
      workspaceId: id,
    })
  })
  return { allowed }
}

/**
 * Forbids agents to invite people in the name of an owner, and revokes the open invitations that agents made.
 * Does nothing if agents do not invite in the name of this owner.
 */
export async function stopAgentInvitations(tx: Db, by: EventActor, { id, userId }: MemberKey): Promise<void> {
  const [stopped] = await tx
    .update(workspace)
    .set({ agentInvitationsBy: null })
    .where(and(eq(workspace.id, id), eq(workspace.agentInvitationsBy, userId)))
    .returning({ id: workspace.id })
  if (!stopped) return
  await recordChange(tx, {
    kind: 'workspace.agent_invitations_off',
    actor: by,
    subjectId: id,
    workspaceId: id,
  })
  await revokeInvitations(tx, by, id, isNotNull(invitation.tokenId))
}
