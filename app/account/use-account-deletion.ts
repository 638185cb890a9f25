/** The workspaces of the person, each with what the deletion of the account does to it. */
export function useAccountDeletion() {
  const api = useApi()
  return useAsyncData('account-deletion', () => api('GET /api/me/deletion'), {
    lazy: true,
    server: false,
    deep: false,
  })
}
