/** The members of a workspace, as administrators see them. */
export function useWorkspaceMembers(id: string) {
  const api = useApi()
  const { data, error, refresh } = useAsyncData(
    `admin-workspace-${id}`,
    () => api('GET /api/admin/workspaces/{id}', { params: { id } }),
    { lazy: true, deep: false },
  )
  return { members: computed(() => data.value?.members), error, refresh }
}
