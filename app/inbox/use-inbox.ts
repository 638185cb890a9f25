import { sharedResponse } from '~/ui/network/shared-response'
/**
 * The person's inbox. `attentionCount`: the number of reviews that have addressed comments or new evidence,
 * or wait for the person's verdict.
 */
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
    attentionCount: computed(() =>
      inbox.value
        ? inbox.value.asked.length +
          inbox.value.addressed.length +
          inbox.value.sinceVerdict.length +
          inbox.value.fresh.length +
          inbox.value.open.length
        : 0,
    ),
  }
}
