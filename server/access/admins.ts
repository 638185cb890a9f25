import { settings } from '~~/server/settings'

interface Candidate {
  email: string
  emailVerified: boolean
  /** Whether the person's account was the first account of the server. */
  first: boolean
}

/**
 * Returns whether a person administers this server: `ADMINS` lists their email, and the email is confirmed. A
 * server without a mail server, a sign-in provider or a proxy cannot confirm emails. There, the first account
 * needs no confirmed email, since it belongs to the person who sets the server up. Later accounts are not
 * trusted, not even after the first one was deleted, since anyone could register an email of `ADMINS`.
 */
export function isAdmin({ email, emailVerified, first }: Candidate): boolean {
  if (!settings().admins.includes(email.toLowerCase())) return false
  return emailVerified || (first && !canConfirmEmails())
}

/** Returns whether this server has a way to confirm that an email belongs to a person. */
export function canConfirmEmails(): boolean {
  const { smtp, providers, trustedHeader } = settings()
  return smtp !== null || trustedHeader !== null || Object.values(providers).some(each => each !== null)
}
