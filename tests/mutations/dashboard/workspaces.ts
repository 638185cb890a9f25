import type { Fault } from '../fault.ts'

const inbox = ['tests/dom/inbox/use-inbox-keys.test.ts'] as const
const notifications = ['tests/dom/notification/use-notifications.test.ts'] as const

/** Faults in the inbox, the notifications and the settings of the dashboard. */
export const dashboardWorkspaces: Fault[] = [
  {
    id: 'archive-loses-the-place',
    file: 'app/inbox/use-inbox-keys.ts',
    search: 'focus(again === -1 ? index : again)',
    replace: 'focus(again)',
    tests: inbox,
    why: 'Each press of E throws a person who works through a long inbox back to its first review.',
  },
  {
    id: 'archive-undone-elsewhere',
    file: 'app/inbox/use-inbox-keys.ts',
    search: 'onBeforeUnmount(() => history.clear())',
    replace: 'void history',
    tests: inbox,
    why: 'Undo on a review page brings a review back to the inbox instead of undoing the last change there.',
  },
  {
    id: 'refused-unread-is-announced',
    file: 'app/inbox/use-inbox-actions.ts',
    search: 'if (isMarked) announce',
    replace: 'announce',
    tests: inbox,
    why: 'A screen reader announces that a review was marked as unread although the server refused it.',
  },
  {
    id: 'merged-row-reads-the-newest',
    file: 'app/notification/use-notifications.ts',
    search: 'markRead(each.ids)',
    replace: 'markRead([each.newest.id])',
    tests: notifications,
    why: 'A row of several notifications that was marked as read is back, unread, at the next visit.',
  },
  {
    id: 'bell-counts-what-was-read',
    file: 'app/notification/use-notifications.ts',
    search: '    await refreshUnread()\n',
    replace: '',
    tests: notifications,
    why: 'The bell keeps the number of unread notifications after all of them were marked as read.',
  },
  {
    id: 'delivery-log-does-not-change',
    file: 'app/webhook/use-deliveries.ts',
    search: 'nextAttemptAt !== null && Date.parse',
    replace: 'nextAttemptAt === null && Date.parse',
    tests: ['tests/dom/webhook/use-deliveries.test.ts'],
    why: 'A test message of a webhook stays “Pending” in the log until the page is loaded again.',
  },
  {
    id: 'activity-of-any-member',
    file: 'app/workspace/settings-sections.ts',
    search: "action: 'manageWorkspace'",
    replace: "action: 'useDashboard'",
    tests: ['tests/unit/workspace/settings-sections.test.ts'],
    why: 'Members are led to an activity page that the server refuses them.',
  },
]
