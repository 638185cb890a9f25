import { sharedResponse } from '~/ui/network/shared-response'

/** The connected projects of the workspace; for owners only. */
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
