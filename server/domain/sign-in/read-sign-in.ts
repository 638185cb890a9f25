import type { Output } from '#shared/contract'
import { passkeyRefusal } from '~~/server/access/passkeys'
import { activeProviders } from '~~/server/access/providers'
import { isFirstSignUp } from '~~/server/access/sign-up-rules'
import { settings } from '~~/server/settings'

/** Returns what the sign-in page offers on this server. */
export async function readSignIn(): Promise<Output<'readSignIn'>> {
  const { signUps, signUpDomains, smtp, passwordSignIn, publicUrl } = settings()
  return {
    signUps: (await isFirstSignUp()) ? 'first' : signUps,
    signUpDomains: [...signUpDomains],
    password: passwordSignIn,
    passkeys: passkeyRefusal() === null,
    passwordReset: passwordSignIn && smtp !== null,
    providers: activeProviders(),
    publicUrl,
  }
}
