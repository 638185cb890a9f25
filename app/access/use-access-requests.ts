import { sharedResponse } from '~/ui/network/shared-response'

/** The access requests that the person can decide, in all workspaces that they own. */
export function useAccessRequests() {
  const api = useApi()
  const { data, error, refresh } = useAsyncData(
    'access-requests',
    () => api('GET /api/access-requests'),
    sharedResponse,
  )
  return { requests: computed(() => data.value?.accessRequests), error, refresh }
}
