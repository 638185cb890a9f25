import type { Output } from '#shared/contract'
import { eq } from 'drizzle-orm'
import type { HumanActor } from '~~/server/access/actor'
import { authorizeSelf } from '~~/server/access/write-guard'
import { write } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { invitation, membership, user } from '~~/server/db/schema'
import { assertQuota } from '~~/server/domain/billing/quotas'
import { findValidInvitation, invitationNotFound } from './find-valid-invitation'
import { quotaOf } from './members'

/**
 * Adds a person to the workspace of an invitation, once. A member keeps their role and does not use it up.
 */
export async function acceptInvitation(
  human: HumanActor,
  input: { token: string },
): Promise<Output<'acceptInvitation'>> {
  return write(async tx => {
    // The link is the credential.
    authorizeSelf(human)
    const found = await findValidInvitation(tx, input.token)
    if (!found) throw invitationNotFound()
    const { id, role } = found.invitation
    const { workspace } = found
    const present = human.roles.get(workspace.id)
    if (present === undefined) {
      await assertQuota(tx, quotaOf(role), workspace)
      const now = Date.now()
      await tx.update(invitation).set({ acceptedAt: now }).where(eq(invitation.id, id))
      await tx
        .insert(membership)
        .values({ workspaceId: workspace.id, userId: human.id, role, createdAt: now })
        .onConflictDoNothing()
      await recordEvent(tx, human, 'invitation.accepted', {
        subjectId: id,
        workspaceId: workspace.id,
        detail: role,
      })
    }
    await tx.update(user).set({ lastWorkspaceId: workspace.id }).where(eq(user.id, human.id))
    return {
      workspace: {
        id: workspace.id,
        name: workspace.name,
        plan: workspace.plan,
        role: present ?? role,
      },
    }
  })
}
