import { defineText } from './define-text'

/** The texts of the bell, which is on every page. */
export const text = defineText({
  label: 'Notifications',
  labelWithUnread: (count: number) => `Notifications, ${count} unread`,
})
