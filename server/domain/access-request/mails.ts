import { and, eq, inArray } from 'drizzle-orm'
import { addresses } from '#shared/addresses'
import { roles } from '#shared/contract/roles'
import { idPattern } from '#shared/ids'
import { may } from '#shared/permissions'
import type { HumanActor } from '~~/server/access/actor'
import { mayMail } from '~~/server/limits/rate-limit'
import { db } from '~~/server/db'
import { membership, user, workspace } from '~~/server/db/schema'
import { whereActive } from '~~/server/db/where-active'
import { log } from '~~/server/process/log'
import { unlinkable } from '#shared/text/unlinkable'
import { sendMail } from '~~/server/mail/send'
import { settings } from '~~/server/settings'

// The mails about an access request are sent only if the requested id belongs to a review or project.
// Responses do not wait for them, because the response time would reveal whether the id exists. The mails do
// not contain the message of the person, who may be unknown to the recipients.

const decidingRoles = roles.filter(role => may({ type: 'human', role }, 'manageWorkspace'))

/**
 * Sends the owners of a workspace a mail which states that a person requests access. Never throws; logs a
 * failure.
 */
export async function mailOwners(asking: HumanActor, workspaceId: string, title: string): Promise<void> {
  const { smtp, publicUrl } = settings()
  if (!smtp) return
  try {
    const owners = await db
      .select({ email: user.email, workspace: workspace.name })
      .from(membership)
      .innerJoin(user, and(eq(user.id, membership.userId), whereActive(user)))
      .innerJoin(workspace, and(eq(workspace.id, membership.workspaceId), whereActive(workspace)))
      .where(and(eq(membership.workspaceId, workspaceId), inArray(membership.role, decidingRoles)))
    for (const owner of owners) {
      if (!(await mayMail('mailTo', owner.email, asking.id))) continue
      await sendMail({
        to: owner.email,
        subject: `${unlinkable(asking.name)} asks for access to ${unlinkable(owner.workspace)} on Exhibit`,
        text:
          `${unlinkable(asking.name)} (${asking.email}) asks for access to "${unlinkable(title)}" in the ` +
          `workspace "${unlinkable(owner.workspace)}".\n\nAccept or decline in your inbox:\n${publicUrl}/\n`,
      })
    }
  } catch (error) {
    log.error('owners not mailed about an access request', { error })
  }
}

/**
 * Sends a person a mail which states that their access request was accepted. `senders` are the ids of the
 * workspace and of the owner who accepted it. Never throws; logs a failure.
 */
export async function mailRequestAccepted(
  to: string,
  subjectId: string,
  ...senders: string[]
): Promise<void> {
  const { smtp, publicUrl } = settings()
  if (!smtp) return
  const address = idPattern('review').test(subjectId)
    ? addresses.review(publicUrl, subjectId)
    : addresses.project(publicUrl, subjectId)
  try {
    if (!(await mayMail('mailTo', to, ...senders))) return
    await sendMail({
      to,
      subject: 'You have access on Exhibit',
      text: `Your access request was accepted. Open the page that you asked for:\n${address}\n`,
    })
  } catch (error) {
    log.error('accepted access request not mailed', { error })
  }
}
