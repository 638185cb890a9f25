import type { Input, Output } from '#shared/contract'
import type { Role } from '#shared/contract/roles'
import { addresses } from '#shared/addresses'
import { newId } from '#shared/ids'
import { DAY, iso } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/loaders'
import { newSecret, sha256 } from '~~/server/access/secrets'
import { write } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { invitation } from '~~/server/db/schema'
import { assertQuota } from '~~/server/domain/billing/quotas'
import { sendMail } from '~~/server/mail/send'
import { settings } from '~~/server/settings'
import { quotaOf } from './members'

/**
 * Creates an invitation link, for owners, and mails it where an address is given. Returns the token this
 * once; only its SHA-256 is stored.
 */
export async function createInvitation(
  human: HumanActor,
  input: Input<'createInvitation'>,
): Promise<Output<'createInvitation'>> {
  const token = newSecret()
  const id = newId('invitation')
  const now = Date.now()
  const expiresAt = now + input.expiresInDays * DAY
  const url = addresses.invitation(settings().publicUrl, token)
  const workspaceName = await write(async tx => {
    const { workspace } = await loadWorkspace(human, input.id, 'manageWorkspace', tx)
    await assertQuota(tx, quotaOf(input.role), workspace)
    await tx.insert(invitation).values({
      id,
      workspaceId: workspace.id,
      role: input.role,
      hash: sha256(token),
      createdAt: now,
      createdBy: human.id,
      expiresAt,
    })
    await recordEvent(tx, human, 'invitation.created', {
      subjectId: id,
      workspaceId: workspace.id,
      detail: input.role,
    })
    return workspace.name
  })
  const sent = input.email
    ? await sendMail(
        invitationMail({ to: input.email, from: human.name, workspaceName, role: input.role, url }),
      )
    : false
  return { id, url, token, role: input.role, expiresAt: iso(expiresAt), sent }
}

function invitationMail(mail: { to: string; from: string; workspaceName: string; role: Role; url: string }) {
  const { to, from, workspaceName, role, url } = mail
  return {
    to,
    subject: `${from} invites you to ${workspaceName} on Exhibit`,
    text:
      `${from} invites you to the workspace "${workspaceName}" as a ${role}.\n\n` +
      `Open this address to join; it works once:\n${url}\n`,
  }
}
