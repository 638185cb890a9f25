import type { SignInProvider } from '#shared/contract/sign-in'
import { authRequest } from './auth-request'

/** Opens the sign-in page of a provider. The provider then redirects the person to a page of this site. */
export function useProviderSignIn() {
  /**
   * Starts a sign-in or a linking, and opens the page of the provider. Throws an `ApiError` if the
   * request fails.
   */
  async function leave(path: 'sign-in/social' | 'link-social', body: Record<string, unknown>) {
    const { url } = await authRequest<{ url: string }>(path, body)
    await navigateTo(url, { external: true })
  }

  return {
    /**
     * Signs in and then opens `redirect`, a path of this site. After a failure, the provider redirects to the
     * sign-in page with an error code in the query parameter `error`. `invitation`: the token of an
     * invitation, for a server on which only invited people can sign up.
     */
    signInWith(provider: SignInProvider['id'], redirect: string, invitation?: string) {
      // The provider returns to the sign-in page, which then opens `redirect`. That page validates
      // `redirect`, so no check is needed here.
      const back = `/sign-in?redirect=${encoded(redirect)}`
      return leave('sign-in/social', {
        provider,
        callbackURL: back,
        errorCallbackURL: back,
        ...(invitation && { additionalData: { invitation } }),
      })
    },
    /** Links the provider to the account. The provider then redirects to the account settings. */
    link: (provider: SignInProvider['id']) =>
      leave('link-social', {
        provider,
        callbackURL: '/settings/account',
        errorCallbackURL: '/settings/account',
      }),
  }
}

/**
 * Encodes a query as the authentication library expects it: only letters, digits, - . _ and percent-encoding.
 */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*~]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
