/** The storage and the numbers of the whole server. */
export function useInstanceUsage() {
  const api = useApi()
  const { data, error, refresh } = useAsyncData('admin-usage', () => api('GET /api/admin/usage'), {
    lazy: true,
    deep: false,
  })
  return { usage: data, error, refresh }
}
