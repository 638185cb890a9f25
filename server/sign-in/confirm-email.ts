import { and, eq, exists } from 'drizzle-orm'
import { write, type Db } from '~~/server/db'
import { passkey, user } from '~~/server/db/schema'
import { deleteResetLinks, deleteSentLinks } from './email-changes'

/**
 * Records that a person proved to have access to the mailbox of their account. From then on, a provider that
 * confirms the same email may be linked to the account.
 */
export async function confirmEmail(userId: string): Promise<void> {
  await write(tx => setVerified(tx, userId))
}

/**
 * Confirms the email of an account whose password was reset by mail, and ends what else was mailed for it:
 * other links to a new password, and the link of a change of the email. Removes its passkeys when the email
 * was unconfirmed: the person who registered the account may have had no access to the mailbox.
 */
export async function confirmEmailByReset(userId: string): Promise<void> {
  await write(async tx => {
    const unconfirmed = tx
      .select({ id: user.id })
      .from(user)
      .where(and(eq(user.id, userId), eq(user.emailVerified, false)))
    await tx.delete(passkey).where(and(eq(passkey.userId, userId), exists(unconfirmed)))
    await deleteSentLinks(tx, userId)
    await setVerified(tx, userId)
  })
}

/** Ends the links to a new password of a person who has changed it. */
export async function endResetLinks(userId: string): Promise<void> {
  await write(tx => deleteResetLinks(tx, userId))
}

async function setVerified(tx: Db, userId: string): Promise<void> {
  await tx.update(user).set({ emailVerified: true, updatedAt: new Date() }).where(eq(user.id, userId))
}
