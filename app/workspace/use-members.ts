import { sharedResponse } from '~/ui/network/shared-response'

/**
 * Loads the members of a workspace once for all components of a page. With `immediate: false`, they are
 * loaded when `execute` is called.
 */
export function useMembers(workspaceId: () => string, options: { server?: false; immediate?: boolean } = {}) {
  const api = useApi()
  return useAsyncData(
    () => `members-${workspaceId()}`,
    () => api('GET /api/workspaces/{id}/members', { params: { id: workspaceId() } }),
    { ...sharedResponse, ...options },
  )
}
