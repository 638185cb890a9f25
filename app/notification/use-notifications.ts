import type { Notification } from '#shared/contract/notification'
import { limits } from '#shared/contract/kit/limits'
import { chunks } from '~/ui/network/chunks'
import { mergeRepeated, type NotificationEntry } from './merge-repeated'

/** The notifications about one review, newest first. */
export interface NotificationGroup {
  review: Notification['review']
  entries: NotificationEntry[]
}

/** The notifications of the person, grouped by review. Older notifications are loaded page by page. */
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
  /** The ids of notifications that were marked as read after they were loaded. */
  const readIds = ref(new Set<string>())
  const groups = computed(() =>
    [...Map.groupBy(pages.items.value, each => each.review.id).values()].flatMap(
      (notifications): NotificationGroup[] =>
        notifications[0] ? [{ review: notifications[0].review, entries: mergeRepeated(notifications) }] : [],
    ),
  )
  const {
    run: markRead,
    busy,
    failure,
  } = useAction(async (ids?: string[]) => {
    for (const some of ids ? chunks(ids, limits.pageSize) : [undefined])
      await api('POST /api/notifications/read', { body: { ids: some } })
    readIds.value = new Set([...readIds.value, ...(ids ?? pages.items.value.map(each => each.id))])
    await refreshUnread()
  })

  return {
    ...pages,
    groups,
    unreadCount: count,
    isRead: ({ newest }: NotificationEntry) => newest.read || readIds.value.has(newest.id),
    /** Marks the notifications of a row as read. */
    markRead: (each: NotificationEntry) => markRead(each.ids),
    markAllRead: () => markRead(),
    busy,
    failure,
  }
}
