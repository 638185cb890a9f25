import { formatCount } from '~/ui/format'
import { defineText } from './define-text'

/** The texts of notifications, and of how they are mailed. */
export const text = defineText({
  page: {
    title: 'Notifications',
    /** For people with several workspaces. */
    about: 'From all your workspaces.',
    markAllRead: 'Mark all as read',
    allRead: 'All marked as read',
    unchanged: 'Nothing was marked as read.',
    failed: "Couldn't load the notifications.",
    failedMore: "Couldn't load more notifications.",
    none: 'No notifications yet',
    noneHint: 'You are notified when someone mentions you, replies to you or asks for your verdict.',
  },
  row: {
    markRead: 'Mark as read',
    /** `entry`: "Ann mentioned you in comment 1". */
    markReadOf: (entry: string) => `Mark as read: ${entry}`,
    isRead: 'Marked as read',
    /** Follows "added evidence". */
    times: (count: number) => `${formatCount(count)} times`,
  },
  mailFrequencies: {
    immediate: { label: 'Within minutes', description: () => 'What happens in short order is one email.' },
    /** `digestAt` is a time of day. */
    daily: { label: 'Daily digest', description: (digestAt: string) => `At ${digestAt}, on days with news.` },
    off: { label: 'Never', description: () => 'Only in the app.' },
  },
})
