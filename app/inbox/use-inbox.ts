import { sharedResponse } from '~/ui/network/shared-response'
/**
 * The person's inbox. `attentionCount` counts reviews with changes to verify or new evidence, and reviews
 * that await the person's verdict.
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
        ? inbox.value.addressed.length +
          inbox.value.sinceVerdict.length +
          inbox.value.fresh.length +
          inbox.value.open.length
        : 0,
    ),
  }
}
