import { and, eq, gt, like } from 'drizzle-orm'
import { ulid } from 'ulid'
import type { EmailChange } from '#shared/contract/account'
import { limits } from '#shared/contract/kit/limits'
import type { Db } from '~~/server/db'
import { verification } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { newSecret, sha256 } from '~~/server/secrets/secrets'

/*
 * Email changes that wait for their link, at most one per person, are stored among the verifications of the
 * authentication library, which the sweep deletes once they have expired.
 */

/**
 * Returns how a person can change their email on this server; null if they cannot. With an authenticating
 * proxy they cannot, since it identifies people by email. Without mail the change needs a password, since
 * nothing confirms the new email, and is not possible if only confirmed addresses may have an account.
 */
export function emailChangeOf(hasPassword: boolean): EmailChange | null {
  const { smtp, trustedHeader, signUps } = settings()
  if (trustedHeader) return null
  if (smtp) return 'by_link'
  return hasPassword && signUps !== 'domain' ? 'at_once' : null
}

/** Returns whether an account may have an email on this server. */
export function isAllowedEmail(email: string): boolean {
  const { signUps, signUpDomains } = settings()
  return signUps !== 'domain' || signUpDomains.includes(email.slice(email.lastIndexOf('@') + 1))
}

/** The prefix of the id of a person. A token consists of the rest of the id, a ULID, and the secret. */
const PREFIX = 'usr_'
const ULID_LENGTH = 26

const identifierOf = (userId: string) => `email-change:${userId}`

/** Stores a change and deletes an earlier one of the person. Returns the token of its link only once. */
export async function insertEmailChange(tx: Db, userId: string, email: string): Promise<string> {
  const identifier = identifierOf(userId)
  const secret = newSecret()
  const now = Date.now()
  await tx.delete(verification).where(eq(verification.identifier, identifier))
  await tx.insert(verification).values({
    id: ulid(),
    identifier,
    value: JSON.stringify({ hash: sha256(secret), email }),
    expiresAt: new Date(now + limits.emailChangeMs),
    createdAt: new Date(now),
    updatedAt: new Date(now),
  })
  return userId.slice(PREFIX.length) + secret
}

/** Returns the person and the new email of a token; undefined if it was used or replaced, or has expired. */
export async function findEmailChange(
  tx: Db,
  token: string,
): Promise<{ userId: string; email: string } | undefined> {
  const userId = PREFIX + token.slice(0, ULID_LENGTH)
  const [row] = await tx
    .select({ value: verification.value })
    .from(verification)
    .where(and(eq(verification.identifier, identifierOf(userId)), gt(verification.expiresAt, new Date())))
  if (!row) return undefined
  const { hash, email } = JSON.parse(row.value) as { hash: string; email: string }
  return hash === sha256(token.slice(ULID_LENGTH)) ? { userId, email } : undefined
}

/**
 * Deletes the links that were sent to a person and prove access to their mailbox, after a change of the email
 * or the password: links to a new password, and the link of an email change.
 */
export async function deleteSentLinks(tx: Db, userId: string): Promise<void> {
  await tx.delete(verification).where(eq(verification.identifier, identifierOf(userId)))
  await deleteResetLinks(tx, userId)
}

/** Deletes the password links that were sent to a person. */
export async function deleteResetLinks(tx: Db, userId: string): Promise<void> {
  await tx
    .delete(verification)
    .where(and(like(verification.identifier, 'reset-password:%'), eq(verification.value, userId)))
}
