import { sharedResponse } from '~/ui/network/shared-response'
/** Returns the key under which `useAsyncData` stores a workspace's tokens. */
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
