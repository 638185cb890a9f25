import type { Output } from '#shared/contract'
import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { authorizeSelfAlone } from '~~/server/access/write-guard'
import { recordChange } from '~~/server/changes/record-change'
import { write, type Db } from '~~/server/db'
import { invitation, user } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { addMember } from './add-member'
import { findValidInvitation, invitationNotFound, isForEmail } from './find-valid-invitation'

/**
 * Adds a person to the workspace of an invitation. An invitation can be accepted only once. If a member of
 * the workspace opens it, the member's role does not change and the invitation stays valid. Throws
 * `forbidden` for an invitation by an agent, unless the account has the invited email and the email is
 * confirmed.
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
      await assertInvited(tx, human, found.invitation)
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

/**
 * Throws `forbidden` for an invitation by an agent, unless the account has the invited email and the email is
 * confirmed. Otherwise the agent, which has the URL, could create an account with this email and act as a
 * person.
 */
async function assertInvited(
  tx: Db,
  { id }: HumanActor,
  found: typeof invitation.$inferSelect,
): Promise<void> {
  if (found.email === null) return
  const [account] = await tx
    .select({ email: user.email, isConfirmed: user.emailVerified })
    .from(user)
    .where(eq(user.id, id))
  if (!account || !isForEmail(found, account.email))
    throw new AppError('forbidden', {
      message: 'This invitation is for another email address.',
      hint: 'Sign in with the account of that address, or ask an owner of the workspace.',
    })
  if (account.isConfirmed) return
  throw new AppError('forbidden', {
    message: 'An agent created this invitation, so your email address must be confirmed first.',
    hint: `${wayToConfirm()} Or ask an owner of the workspace for an invitation.`,
  })
}

/** Returns how a person confirms the email of their account: see confirm-email.ts. */
const wayToConfirm = (): string =>
  settings().smtp
    ? 'Choose a new password by mail, with "Forgot your password?" on the sign-in page: that confirms it.'
    : 'Add a sign-in provider that has this address, under Settings, Your account: that confirms it.'
