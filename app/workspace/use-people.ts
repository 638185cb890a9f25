import { sharedResponse } from '~/ui/shared-response'
/** The people of the workspace, and its open invitations where the person may see them. */
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
