/**
 * The workspaces of the signed-in person. Each states the outcome for the workspace if the account of the
 * person is deleted.
 */
export function useAccountDeletion() {
  const api = useApi()
  return useAsyncData('account-deletion', () => api('GET /api/me/deletion'), {
    lazy: true,
    server: false,
    deep: false,
  })
}
