import { authRequest } from '~/account/auth-request'
import { sharedResponse } from '~/ui/network/shared-response'

/** A browser or program in which the person is signed in. */
export interface SignedInSession {
  id: string
  createdAt: string
  updatedAt: string
  ipAddress: string | null
  userAgent: string | null
}

/**
 * The sessions of the person. The session of this browser is first; the others are sorted by their last use.
 */
export function useSessions() {
  const { data, error, refresh } = useAsyncData(
    'sessions',
    async () => {
      const [all, present] = await Promise.all([
        authRequest<SignedInSession[]>('list-sessions'),
        authRequest<{ session: { id: string } }>('get-session'),
      ])
      const isPresent = (each: SignedInSession) => each.id === present.session.id
      return all
        .map(each => ({ ...each, isPresent: isPresent(each) }))
        .toSorted((a, b) => Number(b.isPresent) - Number(a.isPresent) || (a.updatedAt < b.updatedAt ? 1 : -1))
    },
    { ...sharedResponse, server: false },
  )
  return {
    sessions: data,
    error,
    refresh,
    end: (id: string) => authRequest('revoke-session', { id }),
    endOthers: () => authRequest('revoke-other-sessions', {}),
  }
}
