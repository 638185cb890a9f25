import type { Output } from '#shared/contract'
import { iso } from '#shared/time'
import type { Actor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { findValidInvitation, invitationNotFound } from './find-valid-invitation'

/** Returns the workspace and role that an invitation link offers. Anyone who has the link can read them. */
export async function readInvitation(
  _actor: Actor,
  input: { token: string },
): Promise<Output<'readInvitation'>> {
  const found = await findValidInvitation(db, input.token)
  if (!found) throw invitationNotFound()
  return {
    workspace: { name: found.workspace.name },
    role: found.invitation.role,
    invitedBy: found.inviter.name,
    agent: found.agent,
    expiresAt: iso(found.invitation.expiresAt),
  }
}
