import { sharedResponse } from '~/ui/network/shared-response'
import { toShownGroups, waitingCount } from './inbox-groups'
/**
 * The person's inbox and its groups. `attentionCount`: the number of reviews that wait for the person. These
 * have addressed comments, new evidence or other changes, or need a verdict.
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
  const groups = computed(() => (inbox.value ? toShownGroups(inbox.value) : undefined))
  return {
    inbox,
    groups,
    error,
    refresh,
    attentionCount: computed(() => (groups.value ? waitingCount(groups.value) : 0)),
  }
}
