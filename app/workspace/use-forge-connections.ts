import { sharedResponse } from '~/ui/network/shared-response'

/** The connections of the workspace's projects to forges. Only owners can load them. */
export function useForgeConnections() {
  const api = useApi()
  const { workspaceId } = useWorkspace()
  const { data, error, refresh } = useAsyncData(
    () => `forges-${workspaceId.value}`,
    () => api('GET /api/workspaces/{id}/forges', { params: { id: workspaceId.value ?? '' } }),
    sharedResponse,
  )
  return { connections: computed(() => data.value?.connections), error, refresh }
}
