import type { Role } from '#shared/contract/roles'
import { unlinkable } from '#shared/text/unlinkable'
import { sendMail } from '~~/server/mail/send'

interface InvitationMail {
  to: string
  /** The name of the person or agent who invites. */
  from: string
  workspaceName: string
  role: Role
  url: string
}

/**
 * Sends the mail with an invitation. Returns whether the mail server accepted it; false if the server has no
 * mail server.
 */
export function mailInvitation({ to, role, url, ...names }: InvitationMail): Promise<boolean> {
  const [from, workspaceName] = [unlinkable(names.from), unlinkable(names.workspaceName)]
  return sendMail({
    to,
    subject: `${from} invites you to ${workspaceName} on Exhibit`,
    text:
      `${from} invites you to the workspace "${workspaceName}" as a ${role}.\n\n` +
      `Open this address to join; it works once:\n${url}\n`,
  })
}
