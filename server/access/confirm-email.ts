import { eq } from 'drizzle-orm'
import { write } from '~~/server/db'
import { user } from '~~/server/db/schema'

/**
 * Records that a person proved to have access to the mailbox of their account. From then on, a provider that
 * confirms the same email may be linked to the account.
 */
export async function confirmEmail(userId: string): Promise<void> {
  await write(async tx => {
    await tx.update(user).set({ emailVerified: true, updatedAt: new Date() }).where(eq(user.id, userId))
  })
}
