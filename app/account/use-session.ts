import { ApiError } from '#shared/client'
import { errors as text } from '~/text/common'
import { authRequest } from '~/account/auth-request'
import { clearDraftTexts } from '~/ui/page/use-draft-text'
import type { Me } from '#shared/contract/workspace'

/**
 * The session of the browser. `me` is the signed-in person: undefined until it is loaded, null when signed
 * out.
 */
export function useSession() {
  const me = useState<Me | null | undefined>('me', () => undefined)
  /** Whether the person of the session is suspended. */
  const suspended = useState('suspended', () => false)
  const api = useApi()
  // A full page load, so that no data of the person stays in memory.
  const leaveTo = (path: string) => navigateTo(path, { external: true })

  /**
   * Loads the signed-in person and their workspaces; a suspended person counts as signed out. Throws {@link
   * ApiError}, except for the errors of a missing session and of a suspended person.
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

  /** Throws {@link ApiError}. */
  const post = (
    path: 'sign-in/email' | 'sign-up/email' | 'sign-out' | 'request-password-reset' | 'reset-password',
    body: Record<string, string> = {},
  ) => authRequest(path, body)

  return {
    me,
    suspended,
    refresh,
    /** Throws {@link ApiError}, also when the browser does not keep the session. */
    async signIn(email: string, password: string) {
      await post('sign-in/email', { email, password })
      await refresh()
      if (me.value === null && !suspended.value)
        throw new ApiError(text.notSignedIn, 401, 'unauthorized', text.allowCookies, null)
    },
    /** `invitation`: the token that allows sign-up if it is by invitation only. */
    signUp: (name: string, email: string, password: string, invitation?: string) =>
      post('sign-up/email', { name, email, password, ...(invitation && { invitation }) }).then(refresh),
    requestPasswordReset: (email: string) =>
      post('request-password-reset', { email, redirectTo: '/reset-password' }),
    /**
     * Sets the password of the person whose link it is, ends all their sessions, and opens the sign-in page.
     * The person may be signed in here.
     */
    async resetPassword(token: string, newPassword: string) {
      await post('reset-password', { token, newPassword })
      await leaveTo('/sign-in')
    },
    /** Ends the session, deletes drafts and reloads at the sign-in page. */
    async signOut() {
      await post('sign-out')
      clearDraftTexts()
      await leaveTo('/sign-in')
    },
    /** Deletes drafts and leads to the sign-in page, after the account was deleted. */
    async leaveDeletedAccount() {
      clearDraftTexts()
      await leaveTo('/sign-in?error=account_deleted')
    },
    /** Opens the sign-in page, which leads back to this page, after the session has expired. */
    redirectToSignIn: () =>
      leaveTo(`/sign-in?redirect=${encodeURIComponent(location.pathname + location.search + location.hash)}`),
  }
}

/** The invitation token in a `redirect` parameter, if it leads to an invitation. */
export function invitationTokenIn(redirect: unknown): string | undefined {
  return typeof redirect === 'string' ? /^\/invite\/([\w-]+)$/.exec(redirect)?.[1] : undefined
}
