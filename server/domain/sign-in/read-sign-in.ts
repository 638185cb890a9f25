import type { Output } from '#shared/contract'
import { passkeyRefusal } from '~~/server/sign-in/passkeys'
import { activeProviders } from '~~/server/sign-in/providers/providers'
import { isFirstSignUp } from '~~/server/sign-in/sign-up-rules'
import { settings } from '~~/server/settings'

/** Returns the sign-in methods and settings that the sign-in page of this server offers. */
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
