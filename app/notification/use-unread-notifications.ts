import { bell as text } from '~/text/shell'
import { sharedResponse } from '~/ui/network/shared-response'

/** How many notifications the person has not read, and how many requests for access they can decide. */
export function useUnreadNotifications() {
  const api = useApi()
  const { data, refresh } = useAsyncData(
    'unread-notifications',
    () => api('GET /api/notifications/unread'),
    sharedResponse,
  )
  const count = computed(() => data.value?.count ?? 0)
  const requests = computed(() => data.value?.accessRequests ?? 0)
  return {
    count,
    /** Of both. */
    total: computed(() => count.value + requests.value),
    /** What the link to them is called. */
    label: computed(() => text.label(count.value, requests.value)),
    refresh,
  }
}
