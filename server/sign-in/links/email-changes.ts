import { and, eq, gt } from 'drizzle-orm'
import { ulid } from 'ulid'
import type { EmailChange } from '#shared/contract/account'
import { limits } from '#shared/contract/kit/limits'
import type { Db } from '~~/server/db'
import { verification } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { newSecret, sha256 } from '~~/server/secrets/secrets'
import { deleteResetLinks } from './reset-links'

/*
 * An email change is stored until the person opens the mailed link. A person has at most one stored change.
 * It is a row in the verification table of the authentication library; the sweep deletes expired rows of that
 * table.
 */

/**
 * Returns how a person can change their email on this server; null if they cannot. With an authenticating
 * proxy they cannot, since the proxy identifies people by email. Without a mail server, nothing confirms the
 * new email, so only a person with a password can change it. If accounts need a confirmed email, no one can
 * change it without a mail server.
 */
export function emailChangeOf(hasPassword: boolean): EmailChange | null {
  const { smtp, trustedHeader, signUps } = settings()
  if (trustedHeader) return null
  if (smtp) return 'by_link'
  return hasPassword && signUps !== 'domain' ? 'at_once' : null
}

/** Returns whether `SIGN_UPS` allows an account to have this email. */
export function isAllowedEmail(email: string): boolean {
  const { signUps, signUpDomains } = settings()
  return signUps !== 'domain' || signUpDomains.includes(email.slice(email.lastIndexOf('@') + 1))
}

/**
 * The prefix of a person's id. A token consists of a person's id without this prefix, which is a ULID, and a
 * secret.
 */
const PREFIX = 'usr_'
const ULID_LENGTH = 26

const identifierOf = (userId: string) => `email-change:${userId}`

/**
 * Stores an email change and deletes an earlier change of the same person. Returns the token for the link.
 * Only a hash of the token is stored.
 */
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

/**
 * Returns the person and the new email that belong to a token; undefined if the token was used, replaced or
 * has expired.
 */
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
 * Deletes the mailed links of a person that prove access to the mailbox: links to reset the password, and the
 * link of an email change. Called after a change of the email or the password.
 */
export async function deleteSentLinks(tx: Db, userId: string): Promise<void> {
  await tx.delete(verification).where(eq(verification.identifier, identifierOf(userId)))
  await deleteResetLinks(tx, userId)
}
