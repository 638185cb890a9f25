/** The projects of the workspace with their counts. */
export function useProjects() {
  const api = useApi()
  const { workspaceId } = useWorkspace()
  const { data, error, refresh } = useAsyncData(
    () => `projects-${workspaceId.value}`,
    () => api('GET /api/projects', { query: { workspaceId: workspaceId.value } }),
    sharedAnswer,
  )
  return { projects: computed(() => data.value?.projects ?? []), refresh, loading: computed(() => !data.value && !error.value) }
}
