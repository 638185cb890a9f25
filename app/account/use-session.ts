import { ApiError, toApiError } from '~/ui/use-api'
import { clearDraftTexts } from '~/conversation/use-draft-text'
import type { FetchError } from 'ofetch'
import type { Me } from '#shared/contract/workspace'

/** The signed-in person: undefined until it is known, null when nobody is. */
export function useSession() {
  const me = useState<Me | null | undefined>('me', () => undefined)
  const api = useApi()
  const leaveFor = (path: string) => navigateTo(path, { external: true })

  /** Asks the server who is signed in. */
  async function load(): Promise<void> {
    try {
      me.value = await api('GET /api/me')
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      me.value = null
    }
  }

  /** Throws {@link ApiError}. */
  async function post(
    path: 'sign-in/email' | 'sign-up/email' | 'sign-out' | 'request-password-reset' | 'reset-password',
    body: Record<string, string> = {},
  ): Promise<void> {
    try {
      await $fetch(`/api/auth/${path}`, { method: 'POST', body, retry: 0 })
    } catch (error) {
      throw toApiError(error as FetchError)
    }
  }

  return {
    me,
    load,
    signIn: (email: string, password: string) => post('sign-in/email', { email, password }).then(load),
    /** `invitation`: the token that lets somebody in where sign-up is by invitation. */
    signUp: (name: string, email: string, password: string, invitation?: string) =>
      post('sign-up/email', { name, email, password, ...(invitation && { invitation }) }).then(load),
    requestPasswordReset: (email: string) =>
      post('request-password-reset', { email, redirectTo: '/reset-password' }),
    resetPassword: (token: string, newPassword: string) => post('reset-password', { token, newPassword }),
    /** Ends the session and leaves the page behind, so that nothing of this person stays in memory. */
    async signOut() {
      await post('sign-out')
      clearDraftTexts()
      await leaveFor('/sign-in')
    },
    /** After the server said that the session is over: signs in again and comes back. */
    signInAgain: () =>
      leaveFor(
        `/sign-in?redirect=${encodeURIComponent(location.pathname + location.search + location.hash)}`,
      ),
  }
}

/** The token of the invitation a person comes back to after signing up. */
export function invitationIn(redirect: unknown): string | undefined {
  return typeof redirect === 'string' ? /^\/invite\/([\w-]+)$/.exec(redirect)?.[1] : undefined
}
