import type { Notification } from '#shared/contract/notification'

/** Notifications about one review, the newest first. */
export interface NotificationGroup {
  review: Notification['review']
  notifications: Notification[]
}

/** The notifications of the person by review, with pages for older ones. */
export function useNotifications() {
  const api = useApi()
  const { count, refresh: refreshUnread } = useUnreadNotifications()
  const pages = usePagination(
    () => 'notifications',
    async before => {
      const { notifications, next } = await api('GET /api/notifications', { query: { before } })
      return { items: notifications, next }
    },
  )
  /** Those that were marked as read since they were loaded. */
  const readIds = ref(new Set<string>())
  const groups = computed(() =>
    [...Map.groupBy(pages.items.value, each => each.review.id).values()].flatMap(
      (notifications): NotificationGroup[] =>
        notifications[0] ? [{ review: notifications[0].review, notifications }] : [],
    ),
  )
  const {
    run: markRead,
    busy,
    failure,
  } = useAction(async (ids?: string[]) => {
    await api('POST /api/notifications/read', { body: { ids } })
    readIds.value = new Set([...readIds.value, ...(ids ?? pages.items.value.map(each => each.id))])
    await refreshUnread()
  })

  return {
    ...pages,
    groups,
    unreadCount: count,
    isRead: (each: Notification) => each.read || readIds.value.has(each.id),
    /** Marks one as read. */
    markRead: (each: Notification) => markRead([each.id]),
    markAllRead: () => markRead(),
    busy,
    failure,
  }
}
