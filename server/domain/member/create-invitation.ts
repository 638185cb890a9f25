import type { Input, Output } from '#shared/contract'
import { iso } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/loaders'
import { consumeMail } from '~~/server/limits/rate-limit'
import { write } from '~~/server/db'
import { insertInvitation } from './insert-invitation'
import { mailInvitation } from './mail-invitation'

/**
 * Creates an invitation link, and mails it if an email is given. Only owners can do this. Returns the token,
 * of which only the SHA-256 is stored. Throws `rate_limited` after too many mails to one address, from one
 * workspace or from one person.
 */
export async function createInvitation(
  human: HumanActor,
  { id: workspaceId, role, expiresInDays, email }: Input<'createInvitation'>,
): Promise<Output<'createInvitation'>> {
  if (email) {
    await loadWorkspace(human, workspaceId, 'manageWorkspace')
    await consumeMail('mailTo', email, workspaceId, human.id)
  }
  const { id, secret, url, expiresAt, workspaceName } = await write(async tx => {
    const { workspace } = await loadWorkspace(human, workspaceId, 'manageWorkspace', tx)
    const created = await insertInvitation(tx, human, workspace, { role, expiresInDays, createdBy: human.id })
    return { ...created, workspaceName: workspace.name }
  })
  const sent = email ? await mailInvitation({ to: email, from: human.name, workspaceName, role, url }) : false
  return { id, url, token: secret, role, expiresAt: iso(expiresAt), sent }
}
