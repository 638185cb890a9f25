import { expect, it } from 'vitest'
import { notificationMail } from '~~/server/domain/notification/notification-mail'
import type { VisibleNotification } from '~~/server/domain/notification/select-visible'

const AT = Date.parse('2026-06-01T09:00:00.000Z')
const of = (more: Partial<VisibleNotification> = {}): VisibleNotification => ({
  notification: {
    id: 'ntf_1',
    userId: 'usr_1',
    kind: 'evidence',
    reviewId: 'rev_1',
    commentId: null,
    verdictId: null,
    revisionId: null,
    actorType: 'agent',
    actorId: 'tok_1',
    actorName: 'ci-agent',
    createdAt: AT,
    readAt: null,
    mailAt: AT,
    mailAttempt: 1,
  },
  review: { id: 'rev_1', title: 'Totals wrap' },
  projectName: 'Shop',
  workspaceId: 'ws_1',
  comment: null,
  threadNumber: null,
  artifact: null,
  revisionIndex: null,
  verdict: null,
  ...more,
})
const textOf = (...notifications: VisibleNotification[]) =>
  notificationMail(
    {
      to: { id: 'usr_1', name: 'Bob', email: 'bob@example.com' },
      frequency: 'immediate',
      notifications,
      attempt: 1,
    },
    'https://exhibit.example',
  ).text

it('a mail about evidence states its title, its revision and its URL', () => {
  expect(textOf(of({ artifact: { id: 'art_1', title: 'Dashboard' }, revisionIndex: 5 }))).toContain(
    'ci-agent added evidence:\nDashboard, r5\nhttps://exhibit.example/reviews/rev_1#art_1\n',
  )
})

it('a mail about deleted evidence states no title', () => {
  expect(textOf(of())).toContain('\n\nci-agent added evidence\n')
})

it('a mail about notifications contains no name or title that becomes a link', () => {
  const notification = { ...of().notification, actorName: 'help@evil.example' }
  const artifact = { id: 'art_1', title: 'evil.example/now' }
  const review = { id: 'rev_1', title: 'https://evil.example' }
  const text = textOf(of({ notification, artifact, review, revisionIndex: 5 }))
  expect(text).toContain('https: //evil. example\n')
  expect(text).toContain('help @ evil. example added evidence:\nevil. example/now, r')
  expect(text).not.toContain('evil.example')
})
