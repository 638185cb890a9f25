import { and, eq } from 'drizzle-orm'
import { invalid } from '#shared/errors'
import { db } from '~~/server/db'
import { account } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import type { HumanActor } from '~~/server/access/actor'
import { passwords } from './passwords'
import { assertRecentSession } from './recent-session'

/** Returns whether a person signs in with a password, and confirms changes of their account with it. */
export const needsPassword = async (human: HumanActor): Promise<boolean> =>
  (await passwordHashOf(human)) !== null

/**
 * Throws unless a change of an account comes from its person instead of someone who found their session:
 * `invalid_request` for a wrong password, `forbidden` for a person without a password whose session is not
 * recent. Hashes for a while: call it before the write.
 */
export async function confirmPerson(human: HumanActor, password: string | undefined): Promise<void> {
  const hash = await passwordHashOf(human)
  if (hash === null) return assertRecentSession(db, human)
  if (password === undefined)
    throw invalid('password', '"password" is required.', 'Type your password to confirm that it is you.')
  if (!(await passwords.verify({ hash, password })))
    throw invalid('password', 'This is not your password.', 'Type the password you sign in with.')
}

async function passwordHashOf({ id }: HumanActor): Promise<string | null> {
  if (!settings().passwordSignIn) return null
  const [row] = await db
    .select({ hash: account.password })
    .from(account)
    .where(and(eq(account.userId, id), eq(account.providerId, 'credential')))
  return row?.hash ?? null
}
