import { sharedResponse } from '~/ui/shared-response'

/** The sign-in options of this server; undefined until they are loaded. */
export function useSignInOptions() {
  const api = useApi()
  return useAsyncData('sign-in-options', () => api('GET /api/sign-in'), sharedResponse).data
}
