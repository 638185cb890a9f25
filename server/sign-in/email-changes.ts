import { and, eq, gt, like } from 'drizzle-orm'
import { ulid } from 'ulid'
import type { EmailChange } from '#shared/contract/account'
import { limits } from '#shared/contract/kit/limits'
import type { Db } from '~~/server/db'
import { verification } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { newSecret, sha256 } from '~~/server/secrets/secrets'

/*
 * Changes of email that wait for their link: at most one for a person, among the verifications of the
 * authentication library, which the sweep deletes once they have expired.
 */

/**
 * Returns how a person changes their email on this server; null: not at all. An authenticating proxy names
 * people by it. Without mail nothing confirms the new one, so that it needs a password, and is not possible
 * where only confirmed addresses may have an account.
 */
export function emailChangeOf(hasPassword: boolean): EmailChange | null {
  const { smtp, trustedHeader, signUps } = settings()
  if (trustedHeader) return null
  if (smtp) return 'by_link'
  return hasPassword && signUps !== 'domain' ? 'at_once' : null
}

/** Returns whether this server lets people have an account with an email. */
export function isAllowedEmail(email: string): boolean {
  const { signUps, signUpDomains } = settings()
  return signUps !== 'domain' || signUpDomains.includes(email.slice(email.lastIndexOf('@') + 1))
}

/** A token is the id of the person without its prefix, a ULID, and the secret. */
const PREFIX = 'usr_'
const ULID_LENGTH = 26

const identifierOf = (userId: string) => `email-change:${userId}`

/** Stores a change and deletes an earlier one of the person. Returns the token of its link, this once. */
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

/** Returns the person and the new email of a token; undefined when it was used, replaced or has expired. */
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
 * Deletes what was sent to a person and proves access to their mailbox, when the email or the password has
 * changed: links to a new password, and the link of a change of the email.
 */
export async function deleteSentLinks(tx: Db, userId: string): Promise<void> {
  await tx.delete(verification).where(eq(verification.identifier, identifierOf(userId)))
  await deleteResetLinks(tx, userId)
}

/** Deletes the links to a new password that were sent to a person. */
export async function deleteResetLinks(tx: Db, userId: string): Promise<void> {
  await tx
    .delete(verification)
    .where(and(like(verification.identifier, 'reset-password:%'), eq(verification.value, userId)))
}
