import type { SignInErrorCode } from '#shared/sign-in-errors'
import { db, runExclusive } from '~~/server/db'
import { user } from '~~/server/db/schema'
import { settings } from '~~/server/settings'

/** A person who wants an account. */
export interface Candidate {
  email: string
  /** Whether a sign-in provider or a proxy has confirmed the email. */
  verified: boolean
  /** The token of an invitation, as sent by the client. */
  invitation: unknown
}

/**
 * Returns whether this server has no account yet. The first account is for the person who sets the server up.
 */
export async function isFirstSignUp(): Promise<boolean> {
  return (await db.select({ id: user.id }).from(user).limit(1)).length === 0
}

/**
 * Runs sign-ups one at a time, so that only one of several concurrent sign-ups counts as the first account.
 */
export const runSignUp = <T>(handle: () => Promise<T>): Promise<T> => runExclusive('sign-up', handle)

/**
 * Runs a sign-in through a provider. If sign-up is closed and there is no account yet, runs it like a
 * sign-up, one at a time, because it may create the first account.
 */
export const runProviderSignIn = async <T>(handle: () => Promise<T>): Promise<T> =>
  settings().signUps !== 'open' && (await isFirstSignUp()) ? runSignUp(handle) : handle()

/** Returns the reason why `SIGN_UPS` does not allow a person to sign up; null if it does. */
export async function signUpRefusal(
  { email, verified, invitation }: Candidate,
  isInvited: (token: string, email: string) => Promise<boolean>,
): Promise<SignInErrorCode | null> {
  const { signUps } = settings()
  if (signUps === 'open' || (await isFirstSignUp())) return null
  if (signUps === 'domain')
    return isOfSignUpDomain({ email, emailVerified: verified }) ? null : 'sign_up_by_domain'
  return typeof invitation === 'string' && (await isInvited(invitation, email))
    ? null
    : 'sign_up_by_invitation'
}

/** Returns whether the email of a person is confirmed and of a domain of `SIGN_UPS`. */
export const isOfSignUpDomain = ({
  email,
  emailVerified,
}: {
  email: string
  emailVerified: boolean
}): boolean => emailVerified && settings().signUpDomains.includes(domainOf(email))

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
