import { eq } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import type { Administrator } from '~~/server/access/actor'
import { requireAdmin } from '~~/server/access/authorize'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { user } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { insertResetLink } from '~~/server/sign-in/links/reset-links'
import { readAdminPerson } from './serialize-people'

/**
 * Creates an account without a password, even if `SIGN_UPS` does not allow one, and a link with which the
 * person chooses a password. The email is unconfirmed, because the link proves no access to the mailbox.
 *
 * If passwords are off, or a proxy signs people in, creates no link, and the email counts as confirmed. Then
 * only a provider or proxy that confirms the same email can sign in to the account, and it could not do this
 * if the email were unconfirmed.
 *
 * Throws `conflict` if an account has the email.
 */
export async function createPerson(
  admin: Administrator,
  { email, name, reason }: Input<'createPerson'>,
): Promise<Output<'createPerson'>> {
  const { passwordSignIn, trustedHeader } = settings()
  const hasPassword = passwordSignIn && trustedHeader === null
  const { id, passwordLink } = await write(async tx => {
    await requireAdmin(tx, admin)
    const [known] = await tx.select({ id: user.id }).from(user).where(eq(user.email, email))
    if (known)
      throw new AppError('conflict', {
        message: 'An account has this email address.',
        hint: 'Find the person by the address, or choose another one.',
        field: 'email',
      })
    const now = new Date()
    const person = { id: newId('user'), name, email, emailVerified: !hasPassword }
    await tx.insert(user).values({ ...person, createdAt: now, updatedAt: now })
    await recordChange(tx, {
      kind: 'person.created',
      actor: admin,
      subjectId: person.id,
      subjectName: name,
      detail: reason,
    })
    return { id: person.id, passwordLink: hasPassword ? await insertResetLink(tx, person.id) : null }
  })
  return { person: await readAdminPerson(id), passwordLink }
}
