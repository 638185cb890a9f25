import { toApiError } from '~/ui/network/use-api'
import type { FetchError } from 'ofetch'
import type { SignInProvider } from '#shared/contract/sign-in'

/** Opens the sign-in page of a provider, which sends the person back to a page of ours. */
export function useProviderSignIn() {
  /** Throws {@link ApiError}. */
  async function leave(path: 'sign-in/social' | 'link-social', body: Record<string, unknown>) {
    let started: { url: string }
    try {
      started = await $fetch<{ url: string }>(`/api/auth/${path}`, { method: 'POST', body, retry: 0 })
    } catch (error) {
      throw toApiError(error as FetchError)
    }
    await navigateTo(started.url, { external: true })
  }

  return {
    /**
     * Signs in and opens `redirect`, a path of this site. A failure leads back to the sign-in page, with its
     * code in `error`. `invitation`: the token that allows sign-up if it is by invitation only.
     */
    signInWith(provider: SignInProvider['id'], redirect: string, invitation?: string) {
      // Signed-in people are led on from the sign-in page, by the check of `redirect` that it has anyway.
      const back = `/sign-in?redirect=${encoded(redirect)}`
      return leave('sign-in/social', {
        provider,
        callbackURL: back,
        errorCallbackURL: back,
        ...(invitation && { additionalData: { invitation } }),
      })
    },
    /** Links the provider to the account, and comes back to the account settings. */
    link: (provider: SignInProvider['id']) =>
      leave('link-social', {
        provider,
        callbackURL: '/settings/account',
        errorCallbackURL: '/settings/account',
      }),
  }
}

/** The authentication library accepts letters, digits, - . _ and percent-encoding in a query. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*~]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
