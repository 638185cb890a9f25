import { AsyncLocalStorage } from 'node:async_hooks'
import { and, eq, like } from 'drizzle-orm'
import { ulid } from 'ulid'
import { addresses } from '#shared/addresses'
import type { PasswordLink } from '#shared/contract/admin'
import { limits } from '#shared/contract/kit/limits'
import type { Db } from '~~/server/db'
import { verification } from '~~/server/db/schema'
import { newSecret } from '~~/server/secrets/secrets'
import { settings } from '~~/server/settings'

/*
 * Links with which a person chooses a new password. The authentication library creates the links that are
 * mailed; this module creates the links that an administrator hands over. Both are rows of the library's
 * verification table, so that the library checks and consumes both in the same way. The sweep deletes expired
 * rows.
 */

/**
 * The beginning of the authentication library's identifier of a reset token. The value of the row is the
 * person's id.
 */
const IDENTIFIER = 'reset-password:'

/**
 * The beginning of the tokens of links from administrators. The tokens of the authentication library have
 * only letters and digits, so a token with this beginning was never mailed.
 */
const FROM_ADMIN = 'admin-'

/**
 * Creates a link from an administrator inside the given transaction, and deletes the earlier links of the
 * person, including mailed ones.
 */
export async function insertResetLink(tx: Db, userId: string): Promise<PasswordLink> {
  const token = FROM_ADMIN + newSecret()
  const now = Date.now()
  const expiresAt = new Date(now + limits.passwordLinkMs)
  await deleteResetLinks(tx, userId)
  await tx.insert(verification).values({
    id: ulid(),
    identifier: IDENTIFIER + token,
    value: userId,
    expiresAt,
    createdAt: new Date(now),
    updatedAt: new Date(now),
  })
  return { url: addresses.passwordReset(settings().publicUrl, token), expiresAt: expiresAt.toISOString() }
}

/** Deletes the links with which a person can choose a new password. */
export async function deleteResetLinks(tx: Db, userId: string): Promise<void> {
  await tx
    .delete(verification)
    .where(and(like(verification.identifier, `${IDENTIFIER}%`), eq(verification.value, userId)))
}

const resets = new AsyncLocalStorage<{ isMailed: boolean }>()

/**
 * Runs a password reset with the fields of its request. During the run, {@link isMailedReset} says whether
 * its link was mailed: the authentication library does not pass the token to its hook.
 */
export const runReset = <T>({ token }: { token?: unknown }, handle: () => Promise<T>): Promise<T> => {
  // The authentication library also accepts a token in the query, if the body has none. This counts as not
  // mailed.
  const isMailed = typeof token === 'string' && token !== '' && !token.startsWith(FROM_ADMIN)
  return resets.run({ isMailed }, handle)
}

/** Returns whether the current password reset uses a mailed link, which proves access to the mailbox. */
export const isMailedReset = (): boolean => resets.getStore()?.isMailed === true
