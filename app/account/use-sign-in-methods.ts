import { sharedResponse } from '~/ui/network/shared-response'

/** The sign-in methods of the signed-in person, and the providers that they can link. */
export function useSignInMethods() {
  const api = useApi()
  return useAsyncData('sign-in-methods', () => api('GET /api/me/sign-in-methods'), sharedResponse)
}
