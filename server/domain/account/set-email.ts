import { and, eq, ne } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import { deleteSentLinks } from '~~/server/sign-in/links/email-changes'
import type { Db } from '~~/server/db'
import { user } from '~~/server/db/schema'

/**
 * Sets the email of a person inside the given transaction. Invalidates links that were sent to the earlier
 * address. Throws `conflict` if another account has the address.
 */
export async function setEmail(tx: Db, userId: string, email: string, emailVerified: boolean): Promise<void> {
  const [other] = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.email, email), ne(user.id, userId)))
  if (other)
    throw new AppError('conflict', {
      message: 'This email address cannot be used.',
      hint: 'Choose another one.',
      field: 'email',
    })
  await deleteSentLinks(tx, userId)
  await tx.update(user).set({ email, emailVerified, updatedAt: new Date() }).where(eq(user.id, userId))
}
