import { sharedResponse } from '~/ui/shared-response'
/** The members of the workspace, and its pending invitations if the person may see them. */
export function usePeople() {
  const api = useApi()
  const { workspaceId } = useWorkspace()
  const { data, error, refresh } = useAsyncData(
    () => `people-${workspaceId.value}`,
    () => api('GET /api/workspaces/{id}/members', { params: { id: workspaceId.value ?? '' } }),
    sharedResponse,
  )
  return {
    members: computed(() => data.value?.members),
    invitations: computed(() => data.value?.invitations ?? []),
    error,
    refresh,
  }
}
