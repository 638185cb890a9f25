import { sharedResponse } from '~/ui/shared-response'
/** What waits for the person. */
export function useInbox() {
  const api = useApi()
  const { workspaceId } = useWorkspace()
  const {
    data: inbox,
    error,
    refresh,
  } = useAsyncData(
    () => `inbox-${workspaceId.value}`,
    () => api('GET /api/inbox', { query: { workspaceId: workspaceId.value } }),
    sharedResponse,
  )
  return {
    inbox,
    error,
    refresh,
    waiting: computed(() => (inbox.value ? inbox.value.addressed.length + inbox.value.fresh.length : 0)),
  }
}
