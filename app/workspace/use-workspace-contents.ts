/** Counts what the deletion of a workspace deletes. */
export function useWorkspaceContents(id: string) {
  const api = useApi()
  return useAsyncData(
    `workspace-contents-${id}`,
    () => api('GET /api/workspaces/{id}/contents', { params: { id } }),
    { lazy: true, server: false, deep: false },
  )
}
