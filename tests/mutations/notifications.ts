import type { Fault } from './fault.ts'

const api = 'tests/api/notifications/notifications.test.ts'
const mails = 'tests/api/notifications/notification-mails.test.ts'

export const notifications: Fault[] = [
  {
    id: 'mention-while-snoozed',
    file: 'server/changes/notify.ts',
    search: '    if (asking.includes(kind)) withCommit(endSnooze(tx, { userId, reviewId }))\n',
    replace: '',
    tests: ['tests/api/inbox/snooze.test.ts'],
    why: 'A review in which a person is asked something stays out of their inbox.',
  },
  {
    id: 'snooze-of-others',
    file: 'server/domain/review/list-inbox.ts',
    search: 'select 1 from ${snoozed} where ${snoozed.userId} = ${userId}\n  and',
    replace: 'select 1 from ${snoozed} where',
    tests: ['tests/api/inbox/snooze.test.ts'],
    why: 'A review that a colleague snoozed is missing in the inbox of everyone.',
  },
  {
    id: 'notification-of-own-act',
    file: 'server/changes/notify.ts',
    search: 'ne(user.id, actorId), condition',
    replace: 'condition',
    tests: [api],
    why: 'People are notified of their own actions.',
  },
  {
    id: 'notification-after-leaving',
    file: 'server/domain/notification/select-visible.ts',
    search: 'and(eq(membership.workspaceId, workspace.id), eq(membership.userId, notification.userId))',
    replace: 'eq(membership.workspaceId, workspace.id)',
    tests: [api],
    why: 'People read about reviews of a workspace that they left.',
  },
  {
    id: 'notification-read-by-others',
    file: 'server/domain/notification/mark-notifications-read.ts',
    search: 'and(eq(notification.userId, userId), isNull(notification.readAt), condition)',
    replace: 'and(isNull(notification.readAt), condition)',
    tests: [api],
    why: 'Marking notifications as read marks the notifications of all people.',
  },
  {
    id: 'notification-mail-of-what-was-read',
    file: 'server/domain/notification/mark-notifications-read.ts',
    search: 'readAt: Date.now(), mailAt: null',
    replace: 'readAt: Date.now()',
    tests: [mails],
    why: 'People get mail about notifications that they have read.',
  },
  {
    id: 'notification-mail-to-an-unconfirmed-email',
    file: 'server/domain/notification/claim-mails.ts',
    search: 'eq(user.emailVerified, true), ',
    replace: '',
    tests: [mails],
    why: 'Anyone sends mails with any text to addresses that they registered.',
  },
  {
    id: 'notification-mail-without-a-limit',
    file: 'server/domain/notification/mail-worker.ts',
    search: "if (await mayMail('mailTo', to.email)) {",
    replace: "if (await mayMail('mailTo', to.id + Date.now())) {",
    tests: [mails],
    why: 'Comments send any number of mails to a person.',
  },
  {
    id: 'notification-mail-after-off',
    file: 'server/domain/notification/update-notification-settings.ts',
    search: 'mailAt: mailDueAt(mail, Date.now())',
    replace: "mailAt: mailDueAt(mail === 'off' ? 'immediate' : mail, Date.now())",
    tests: [mails],
    why: 'A person who turned mails off gets another one.',
  },
  {
    id: 'mention-inside-a-word',
    file: 'shared/text/mentions.ts',
    search: '(?![\\p{L}\\p{N}_])`',
    replace: '`',
    tests: ['tests/unit/shared/text/mentions.test.ts'],
    why: 'Ann is notified of every @Anna.',
  },
]
