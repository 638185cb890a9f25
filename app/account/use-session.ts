import { ApiError } from '#shared/client'
import { errors as text } from '~/text/common'
import { authRequest } from '~/account/auth-request'
import { clearDraftTexts } from '~/ui/page/use-draft-text'
import type { Me } from '#shared/contract/workspace'

/**
 * The session of the browser. `me` is the signed-in person. It is undefined until it is loaded, and null if
 * no one is signed in.
 */
export function useSession() {
  const me = useState<Me | null | undefined>('me', () => undefined)
  /** Whether the person of the session is suspended. */
  const suspended = useState('suspended', () => false)
  const api = useApi()
  // A full page load, so that no data of the person stays in memory.
  const leaveTo = (path: string) => navigateTo(path, { external: true })

  /**
   * Loads the signed-in person and their workspaces. A suspended person is treated as signed out. Throws
   * {@link ApiError}, except if the session is missing or the person is suspended.
   */
  async function refresh(): Promise<void> {
    suspended.value = false
    try {
      me.value = await api('GET /api/me')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      suspended.value = error.code === 'suspended'
      if (error.status !== 401 && !suspended.value) throw error
      me.value = null
    }
  }

  /** Calls an operation of the authentication library. Throws an {@link ApiError} if the request fails. */
  const post = (
    path: 'sign-in/email' | 'sign-up/email' | 'sign-out' | 'request-password-reset' | 'reset-password',
    body: Record<string, string> = {},
  ) => authRequest(path, body)

  return {
    me,
    suspended,
    refresh,
    /**
     * Signs in. Throws an {@link ApiError} if this fails, also if the browser does not store the session
     * cookie.
     */
    async signIn(email: string, password: string) {
      await post('sign-in/email', { email, password })
      await refresh()
      if (me.value === null && !suspended.value)
        throw new ApiError(text.notSignedIn, 401, 'unauthorized', text.allowCookies, null)
    },
    /**
     * Signs up. `invitation`: the token of an invitation, for a server on which only invited people can sign
     * up.
     */
    signUp: (name: string, email: string, password: string, invitation?: string) =>
      post('sign-up/email', { name, email, password, ...(invitation && { invitation }) }).then(refresh),
    requestPasswordReset: (email: string) =>
      post('request-password-reset', { email, redirectTo: '/reset-password' }),
    /**
     * Sets the password of the person to whom the reset link was sent, ends all their sessions, and opens the
     * sign-in page. Also works while a person is signed in.
     */
    async resetPassword(token: string, newPassword: string) {
      await post('reset-password', { token, newPassword })
      await leaveTo('/sign-in')
    },
    /** Ends the session, deletes drafts, and opens the sign-in page with a full page load. */
    async signOut() {
      await post('sign-out')
      clearDraftTexts()
      await leaveTo('/sign-in')
    },
    /** Deletes drafts and opens the sign-in page. Call this after the account was deleted. */
    async leaveDeletedAccount() {
      clearDraftTexts()
      await leaveTo('/sign-in?error=account_deleted')
    },
    /**
     * Opens the sign-in page after the session has expired. After signing in, the person returns to this
     * page.
     */
    redirectToSignIn: () =>
      leaveTo(`/sign-in?redirect=${encodeURIComponent(location.pathname + location.search + location.hash)}`),
  }
}

/** Returns the token of an invitation if the `redirect` parameter is the path of an invitation. */
export function invitationTokenIn(redirect: unknown): string | undefined {
  return typeof redirect === 'string' ? /^\/invite\/([\w-]+)$/.exec(redirect)?.[1] : undefined
}
