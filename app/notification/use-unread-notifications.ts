import { bell as text } from '~/text/shell'
import { sharedResponse } from '~/ui/network/shared-response'

/** The number of unread notifications, and the number of access requests that the person can decide. */
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
    /** The sum of unread notifications and access requests. */
    total: computed(() => count.value + requests.value),
    /** The label of the link to the notifications, which includes the access requests. */
    label: computed(() => text.label(count.value, requests.value)),
    refresh,
  }
}
