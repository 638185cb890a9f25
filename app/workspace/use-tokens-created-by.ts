/** The working agent tokens that a person made in the workspace; `undefined` until they are read. */
export function useTokensCreatedBy(userId: string) {
  const api = useApi()
  const { workspaceId, can } = useWorkspace()
  const now = useNow()
  const { data, error } = useAsyncData(
    `tokens-${workspaceId.value}-${userId}`,
    async () => {
      // Reviewers see no tokens, and have none that they could choose among.
      if (!can('contribute')) return []
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
