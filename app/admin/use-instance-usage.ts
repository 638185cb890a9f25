/** The storage that the whole server uses, and the numbers of its workspaces, reviews and evidence. */
export function useInstanceUsage() {
  const api = useApi()
  const { data, error, refresh } = useAsyncData('admin-usage', () => api('GET /api/admin/usage'), {
    lazy: true,
    deep: false,
  })
  return { usage: data, error, refresh }
}
