/**
 * The workspaces of a person, as administrators see them. Each states the outcome for the workspace if the
 * person is deleted.
 */
export function usePersonWorkspaces(id: string) {
  const api = useApi()
  const { data, error, refresh } = useAsyncData(
    `admin-person-${id}`,
    () => api('GET /api/admin/people/{id}', { params: { id } }),
    { lazy: true, deep: false },
  )
  return { workspaces: computed(() => data.value?.workspaces), error, refresh }
}
