import { sharedResponse } from '~/ui/shared-response'

/** How many notifications the person has not read. */
export function useUnreadNotifications() {
  const api = useApi()
  const { data, refresh } = useAsyncData(
    'unread-notifications',
    () => api('GET /api/notifications/unread'),
    sharedResponse,
  )
  return { count: computed(() => data.value?.count ?? 0), refresh }
}
