import type { Notification } from '#shared/contract/notification'
import { limits } from '#shared/contract/kit/limits'
import { expect, test } from 'vitest'
import { useNotifications } from '~/notification/use-notifications'
import { useReadOnVisit } from '~/notification/use-read-on-visit'
import { useUnreadNotifications } from '~/notification/use-unread-notifications'
import { ErrorResponse, stubApi, type Handlers } from '../../support/dom/api'
import { me } from '../../support/dom/fixtures'
import { mountInNuxt, until } from '../../support/dom/mount'

const READ = 'POST /api/notifications/read'

const notification = (id: string, more: Partial<Notification> = {}): Notification => ({
  id: `ntf_${id}`,
  kind: 'mention',
  actor: { type: 'agent', id: 'tok_1', name: 'ci-agent' },
  review: { id: 'rev_1', title: 'Totals wrap', projectName: 'Shop' },
  threadId: 'thr_1',
  threadNumber: 1,
  excerpt: 'Fixed',
  evidence: null,
  createdAt: '2026-06-01T09:00:00.000Z',
  read: false,
  ...more,
})
const other = { id: 'rev_2' as const, title: 'Account page', projectName: 'Shop' }

async function mountList(notifications: Notification[], more: Handlers = {}) {
  let unread = notifications.filter(each => !each.read).length
  const api = stubApi({
    'GET /api/notifications': () => ({ notifications, next: null }),
    'GET /api/notifications/unread': () => ({ count: unread, accessRequests: 0, reviewIds: [] }),
    [READ]: ({ body }) => {
      const { ids } = body as { ids?: string[] }
      unread = ids ? unread - ids.length : 0
    },
    ...more,
  })
  const { result } = await mountInNuxt(() => useNotifications(), { me: me() })
  await until(() => expect(result.items.value).toHaveLength(notifications.length))
  await until(() => expect(result.unreadCount.value).toBe(unread))
  const rows = () => result.groups.value.flatMap(each => each.entries)
  return { ...result, api, rows, state: () => rows().map(result.isRead) }
}

test('notifications are grouped by review; the review with the newest notification is first', async () => {
  const { groups } = await mountList([
    notification('3'),
    notification('2', { review: other }),
    notification('1'),
  ])
  expect(groups.value.map(each => [each.review.id, each.entries.map(entry => entry.newest.id)])).toEqual([
    ['rev_1', ['ntf_3', 'ntf_1']],
    ['rev_2', ['ntf_2']],
  ])
})

test('marking a row of several notifications as read sends all their ids and updates the bell', async () => {
  const evidence = { kind: 'evidence', threadId: null, threadNumber: null, excerpt: null } as const
  const { api, rows, state, markRead, unreadCount } = await mountList([
    notification('3', evidence),
    notification('2', evidence),
    notification('1'),
  ])
  const [row] = rows()
  if (!row) throw new Error('There is no row.')
  expect(await markRead(row)).toBe(true)
  expect(api.bodies(READ)).toEqual([{ ids: ['ntf_3', 'ntf_2'] }])
  expect(state()).toEqual([true, false])
  expect(unreadCount.value).toBe(1)
})

test('marking all notifications as read sends no ids and shows every row as read', async () => {
  const { api, state, markAllRead, unreadCount } = await mountList([
    notification('2', { review: other }),
    notification('1', { read: true }),
  ])
  expect(state()).toEqual([false, true])
  expect(await markAllRead()).toBe(true)
  expect(api.bodies(READ)).toEqual([{}])
  expect(state()).toEqual([true, true])
  expect(unreadCount.value).toBe(0)
})

test('a row of more notifications than a request accepts is marked as read in several requests', async () => {
  const count = limits.pageSize + 1
  const { api, markRead, rows } = await mountList([notification('1')])
  const [row] = rows()
  if (!row) throw new Error('There is no row.')
  await markRead({ ...row, ids: Array.from({ length: count }, (_, index) => `ntf_${index}`) })
  expect(api.bodies(READ).map(body => (body as { ids: string[] }).ids.length)).toEqual([limits.pageSize, 1])
})

test('a notification that cannot be marked as read stays unread, and the error is shown', async () => {
  const { state, markAllRead, failure, unreadCount } = await mountList([notification('1')], {
    [READ]: () => {
      throw new ErrorResponse('unavailable', 'The server is busy.')
    },
  })
  expect(await markAllRead()).toBe(false)
  expect(failure.value?.message).toBe('The server is busy.')
  expect([state(), unreadCount.value]).toEqual([[false], 1])
})

test('the bell shows the counts of unread notifications and of access requests, and their sum', async () => {
  let unread = { count: 2, accessRequests: 1, reviewIds: [] }
  stubApi({ 'GET /api/notifications/unread': () => unread })
  const { result } = await mountInNuxt(() => useUnreadNotifications(), { me: me() })
  expect([result.label.value, result.total.value]).toEqual(['Notifications', 0])
  await until(() => expect(result.label.value).toBe('Notifications, 2 unread, 1 access request'))
  expect(result.total.value).toBe(3)
  unread = { count: 0, accessRequests: 0, reviewIds: [] }
  await result.refresh()
  expect([result.label.value, result.total.value]).toEqual(['Notifications', 0])
})

test('opening a review marks its notifications as read, and sends nothing if none is unread', async () => {
  const api = stubApi({
    'GET /api/notifications/unread': () => ({ count: 2, accessRequests: 0, reviewIds: ['rev_2', 'rev_1'] }),
    [READ]: () => undefined,
  })
  await mountInNuxt(() => (useReadOnVisit('rev_3'), {}), { me: me() })
  await mountInNuxt(() => (useReadOnVisit('rev_1'), {}), { me: me() })
  // The page of "rev_3" was opened first, so its request would have been sent before the request of "rev_1".
  await until(() => expect(api.bodies(READ)).not.toEqual([]))
  expect(api.bodies(READ)).toEqual([{ reviewId: 'rev_1' }])
})
