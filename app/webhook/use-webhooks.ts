import { sharedResponse } from '~/ui/network/shared-response'

/** The webhooks of the workspace. Only owners can load them. */
export function useWebhooks() {
  const api = useApi()
  const { workspaceId } = useWorkspace()
  const { data, error, refresh } = useAsyncData(
    () => `webhooks-${workspaceId.value}`,
    () => api('GET /api/workspaces/{id}/webhooks', { params: { id: workspaceId.value ?? '' } }),
    sharedResponse,
  )
  return { webhooks: computed(() => data.value?.webhooks), error, refresh }
}
