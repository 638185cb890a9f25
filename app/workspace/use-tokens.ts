import { sharedResponse } from '~/ui/network/shared-response'
/** The key of a workspace's tokens among the data of the page. */
export const tokensKey = (workspaceId: string | undefined) => `tokens-${workspaceId}`

/** The agent tokens of the workspace, including revoked ones. */
export function useTokens() {
  const api = useApi()
  const { workspaceId } = useWorkspace()
  const { data, error, refresh } = useAsyncData(
    () => tokensKey(workspaceId.value),
    () => api('GET /api/tokens', { query: { workspaceId: workspaceId.value } }),
    sharedResponse,
  )
  return { tokens: computed(() => data.value?.tokens), error, refresh }
}
