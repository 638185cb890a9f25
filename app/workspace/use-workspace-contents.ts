/** Loads the numbers of projects, reviews and other contents that are deleted together with a workspace. */
export function useWorkspaceContents(id: string) {
  const api = useApi()
  return useAsyncData(
    `workspace-contents-${id}`,
    () => api('GET /api/workspaces/{id}/contents', { params: { id } }),
    { lazy: true, server: false, deep: false },
  )
}
