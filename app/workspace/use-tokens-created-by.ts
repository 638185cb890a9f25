/** The active agent tokens that a person created in the workspace; undefined until they are loaded. */
export function useTokensCreatedBy(userId: string) {
  const api = useApi()
  const { workspaceId, can } = useWorkspace()
  const now = useNow()
  const { data, error } = useAsyncData(
    `tokens-${workspaceId.value}-${userId}`,
    async () => {
      // Returns no tokens for reviewers: they are not allowed to list tokens, and cannot create any.
      if (!can('manageTokens')) return []
      const { tokens } = await api('GET /api/tokens', {
        query: { workspaceId: workspaceId.value, createdBy: userId },
      })
      return tokens.filter(
        each =>
          each.revokedAt === null && (each.expiresAt === null || Date.parse(each.expiresAt) > now.value),
      )
    },
    { lazy: true, server: false, deep: false, getCachedData: () => undefined },
  )
  return { tokens: computed(() => data.value ?? undefined), error }
}
