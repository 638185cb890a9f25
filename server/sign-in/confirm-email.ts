import { and, eq, ne } from 'drizzle-orm'
import { write, type Db } from '~~/server/db'
import { passkey, session, user } from '~~/server/db/schema'
import type { AuthHooks } from './auth-hooks'
import { deleteApprovals } from './links/approvals'
import { deleteSentLinks } from './links/email-changes'
import { deleteResetLinks, isMailedReset } from './links/reset-links'

/**
 * Records that a person has access to the mailbox of their account. After this, a provider that confirms the
 * same email may be linked to the account.
 */
export async function confirmEmail(userId: string): Promise<void> {
  await write(tx => setVerified(tx, userId))
}

/**
 * Called after a password reset. Confirms the email of the account if the link was mailed. A link that an
 * administrator handed over does not confirm it, because it proves no access to the mailbox. Invalidates the
 * other links of the person (links to reset the password, and the link of an email change) and the codes that
 * the person approved. If the email was unconfirmed, also removes the passkeys of the account, and revokes
 * what was granted in it (`revokeGranted`), because another person may have registered it. Ends all sessions:
 * see {@link endSessions}. Returns the ids of the ended sessions, and the number of revoked agent tokens.
 */
export async function followPasswordReset(
  userId: string,
  { revokeGranted }: Pick<AuthHooks, 'revokeGranted'>,
): Promise<{ ended: string[]; revokedTokens: number }> {
  const isMailed = isMailedReset()
  return write(async tx => {
    const [person] = await tx
      .select({ isConfirmed: user.emailVerified })
      .from(user)
      .where(eq(user.id, userId))
    let revokedTokens = 0
    if (person && !person.isConfirmed) {
      await tx.delete(passkey).where(eq(passkey.userId, userId))
      revokedTokens = await revokeGranted(tx, userId)
    }
    await deleteSentLinks(tx, userId)
    await deleteApprovals(tx, userId)
    if (isMailed) await setVerified(tx, userId)
    return { ended: await endSessions(tx, userId), revokedTokens }
  })
}

/**
 * Called after a password was changed. Invalidates the password reset links of the person, and the codes that
 * the person approved. Ends all sessions except the one with `ownToken`: see {@link endSessions}. Returns the
 * ids of the ended sessions.
 */
export async function followPasswordChange(userId: string, ownToken: string): Promise<string[]> {
  return write(async tx => {
    await deleteResetLinks(tx, userId)
    await deleteApprovals(tx, userId)
    return endSessions(tx, userId, ownToken)
  })
}

/**
 * Ends the sessions of a person whose password has changed, except the session with `ownToken`. The
 * authentication library ends sessions before it stores the new password, so a sign-in with the old one may
 * have created a session in between. A session that is created later is ended by `endIfPasswordChanged`.
 */
async function endSessions(tx: Db, userId: string, ownToken = ''): Promise<string[]> {
  const ended = await tx
    .delete(session)
    .where(and(eq(session.userId, userId), ne(session.token, ownToken)))
    .returning({ id: session.id })
  return ended.map(({ id }) => id)
}

async function setVerified(tx: Db, userId: string): Promise<void> {
  await tx.update(user).set({ emailVerified: true, updatedAt: new Date() }).where(eq(user.id, userId))
}
