import { invalid } from '#shared/errors'
import { db } from '~~/server/db'
import { settings } from '~~/server/settings'
import type { HumanActor } from '~~/server/access/actor'
import { passwords, readPasswordHash } from './passwords'
import { assertRecentSession } from './recent-session'

/**
 * Returns whether a person signs in with a password. If so, the person must enter the password to confirm
 * changes of their account.
 */
export const needsPassword = async (human: HumanActor): Promise<boolean> => (await usedHashOf(human)) !== null

/**
 * Checks that the person of the account makes a change, and not another person at a computer with an open
 * session. Throws `invalid_request` for a wrong password. If the person has no password, throws `forbidden`
 * unless their session is recent. Hashing takes a while: call this before the transaction.
 */
export async function confirmPerson(human: HumanActor, password: string | undefined): Promise<void> {
  const hash = await usedHashOf(human)
  if (hash === null) return assertRecentSession(db, human)
  if (password === undefined)
    throw invalid('password', '"password" is required.', 'Type your password to confirm that it is you.')
  if (!(await passwords.verify({ hash, password })))
    throw invalid('password', 'This is not your password.', 'Type the password you sign in with.')
}

/** Returns the hash of the password with which a person signs in; null if there is none. */
const usedHashOf = async ({ id }: HumanActor): Promise<string | null> =>
  settings().passwordSignIn ? readPasswordHash(id) : null
