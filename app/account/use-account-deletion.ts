/** What deleting the own account does to each workspace. */
export function useAccountDeletion() {
  const api = useApi()
  return useAsyncData('account-deletion', () => api('GET /api/me/deletion'), {
    lazy: true,
    server: false,
    deep: false,
  })
}
