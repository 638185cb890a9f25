import type { Output } from '#shared/contract'
import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { authorizeSelfAlone } from '~~/server/access/write-guard'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { invitation, user } from '~~/server/db/schema'
import { addMember } from './add-member'
import { findValidInvitation, invitationNotFound, isForEmail } from './find-valid-invitation'

/**
 * Adds a person to the workspace of an invitation. An invitation can be accepted only once. If a member opens
 * it, their role does not change and the invitation stays valid.
 */
export async function acceptInvitation(
  human: HumanActor,
  input: { token: string },
): Promise<Output<'acceptInvitation'>> {
  return write(async tx => {
    // The caller needs no role, because the token of the link grants the membership.
    await authorizeSelfAlone(tx, human)
    const found = await findValidInvitation(tx, input.token)
    if (!found) throw invitationNotFound()
    const { id, role } = found.invitation
    const { workspace } = found
    const present = human.roles.get(workspace.id)
    if (present === undefined) {
      if (!isForEmail(found.invitation, human.email))
        throw new AppError('forbidden', {
          message: 'This invitation is for another email address.',
          hint: 'Sign in with the account of that address, or ask an owner of the workspace.',
        })
      await addMember(tx, workspace, human.id, role)
      await tx.update(invitation).set({ acceptedAt: Date.now() }).where(eq(invitation.id, id))
      await recordChange(tx, {
        kind: 'invitation.accepted',
        actor: human,
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
