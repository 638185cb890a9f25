import { eq } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { Administrator } from '~~/server/access/actor'
import { requireAdmin } from '~~/server/access/authorize'
import { isSuspended } from '~~/server/access/suspension'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { user } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { insertResetLink } from '~~/server/sign-in/links/reset-links'
import { assertNotAdmin } from './change-person'
import type { AdminActionInput } from './change-workspace'
import { personNotFound } from './serialize-people'
import { personSuspended } from './set-workspace-member'

/**
 * Creates a link with which a person chooses a new password, for an administrator to hand over. Earlier links
 * of the person stop working. Throws `not_found` if the person does not exist, and `conflict` for
 * administrators, for a suspended person, and if people do not sign in with passwords on this server.
 */
export async function createPasswordLink(
  admin: Administrator,
  { id, reason }: AdminActionInput,
): Promise<Output<'createPasswordLink'>> {
  return write(async tx => {
    await requireAdmin(tx, admin)
    const [person] = await tx.select().from(user).where(eq(user.id, id))
    if (!person) throw personNotFound()
    if (!settings().passwordSignIn)
      throw new AppError('conflict', {
        message: 'People do not sign in with passwords on this server.',
        hint: 'The person signs in through a provider or the proxy of the server.',
      })
    await assertNotAdmin(tx, admin, person, ownLinkError)
    if (isSuspended(person)) throw personSuspended()
    const link = await insertResetLink(tx, id)
    await recordChange(tx, {
      kind: 'person.password_link_created',
      actor: admin,
      subjectId: id,
      subjectName: person.name,
      detail: reason,
    })
    return link
  })
}

const ownLinkError = () =>
  new AppError('conflict', {
    message: 'Administrators cannot create a link for their own password.',
    hint: 'Change your password under Settings → Your account.',
  })
