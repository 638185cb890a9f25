import { sharedResponse } from '~/ui/shared-response'
/** The agent tokens of the workspace, including revoked ones. */
export function useTokens() {
  const api = useApi()
  const { workspaceId } = useWorkspace()
  const { data, error, refresh } = useAsyncData(
    () => `tokens-${workspaceId.value}`,
    () => api('GET /api/tokens', { query: { workspaceId: workspaceId.value } }),
    sharedResponse,
  )
  return { tokens: computed(() => data.value?.tokens), error, refresh }
}
