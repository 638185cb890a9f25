import { sharedResponse } from '~/ui/shared-response'

/** What this server offers to people without a session; null until it is known. */
export function useSignInOptions() {
  const api = useApi()
  return useAsyncData('sign-in-options', () => api('GET /api/sign-in'), sharedResponse).data
}
