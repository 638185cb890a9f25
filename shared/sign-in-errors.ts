import { limits } from './contract/kit/limits'

/**
 * The messages about failed sign-ins through a provider or a proxy. Their keys are the values of the
 * parameter `error` in the URL of the sign-in page and of the account settings. Most of these codes are
 * defined by better-auth and OAuth (RFC 6749, 4.1.2.1).
 */
export const signInErrors = {
  account_not_linked:
    'An account with your email address exists, and this sign-in was not linked to it because the address ' +
    'is not confirmed on both sides. Sign in the way you did before, then link this sign-in under ' +
    'Settings → Your account. A password reset by email confirms the address too.',
  another_subject:
    'Your account here belongs to another account of this provider that had the same email address. ' +
    'Sign in the way you did before, then link this one under Settings → Your account.',
  email_not_verified:
    'Your email address is not confirmed at the provider (claim email_verified). Confirm it there, then ' +
    'sign in again. If the provider confirms no addresses, the operator of this server can set ' +
    'OIDC_TRUST_EMAIL.',
  email_not_found: 'The provider did not share your email address. Allow it to, then sign in again.',
  sign_up_by_invitation:
    'Sign-up on this server is by invitation. Open your invitation link, or ask a workspace owner for one.',
  sign_up_by_domain:
    "Sign-up on this server is only for confirmed email addresses of its organization's domains. " +
    'Sign in with such an address, or ask the operator for access.',
  not_named_by_proxy:
    "This server signs people in through its organization's proxy, which did not name you for this " +
    'account. Open the server through the proxy, and sign in there with the same email address.',
  account_suspended:
    'This account is suspended. Ask the operator of this server, who can lift the suspension.',
  account_deleted:
    'This account was deleted. The operator of this server can restore it within ' +
    `${limits.deletionDelayDays} days.`,
  email_does_not_match:
    'That account has another email address. You can link only accounts with the email of your account here.',
  unable_to_link_account:
    'That account could not be linked: its email address is not confirmed, or you have signed out. ' +
    'Confirm the address at the provider, then link it again.',
  account_already_linked_to_different_user:
    'That account is linked to another person here. Sign in with it, or unlink it there first.',
  access_denied: 'You cancelled the sign-in at the provider. Try again, or sign in another way.',
  state_mismatch:
    'The sign-in took too long, or was started in another browser or at another address. Sign in again here.',
} as const

export type SignInErrorCode = keyof typeof signInErrors

const sameAs: Partial<Record<string, SignInErrorCode>> = {
  'state_not_found': 'state_mismatch',
  'state_invalid': 'state_mismatch',
  "email_doesn't_match": 'email_does_not_match',
}

/** Returns the message for a code. Unknown codes get a general message. */
export function signInErrorMessage(code: string): string {
  const known = sameAs[code] ?? code
  if (Object.hasOwn(signInErrors, known)) return signInErrors[known as SignInErrorCode]
  return 'The sign-in with the provider failed. Try again, or sign in another way.'
}
