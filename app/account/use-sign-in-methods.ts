import { sharedResponse } from '~/ui/network/shared-response'

/** How the signed-in person signs in, and the providers that they can link. */
export function useSignInMethods() {
  const api = useApi()
  return useAsyncData('sign-in-methods', () => api('GET /api/me/sign-in-methods'), sharedResponse)
}
