import { expect, it } from 'vitest'
import { noLabel, withdrawnVerdict, type EventKind } from '#shared/events'
import { DAY } from '#shared/time'
import { eventDays, eventsByReview, groupEvents, GROUPED_WITHIN, groupPhrase } from '~/workspace/event-groups'
import { eventPhrase, type ListedEvent } from '~/workspace/event-labels'

const START = Date.parse('2026-11-29T09:00:00.000Z')

/**
 * Returns an event of Ann in the review "Totals". `before` is the time in milliseconds between this event and
 * the newest one.
 */
function event(kind: EventKind, before = 0, overrides: Partial<ListedEvent> = {}): ListedEvent {
  return {
    id: `evt_${kind}_${before}`,
    kind,
    actor: { type: 'human', id: 'usr_1', name: 'Ann' },
    subjectId: 'thr_1',
    title: 'Totals',
    item: null,
    projectId: 'prj_1',
    reviewId: 'rev_1',
    detail: null,
    createdAt: new Date(START - before).toISOString(),
    count: 1,
    steps: [],
    ...overrides,
  }
}
const sizes = (...events: ListedEvent[]) => groupEvents(events).map(each => each.length)

it('the events of one person in one review within ten minutes are one group', () => {
  expect(sizes(event('review.verified'), event('thread.resolved', GROUPED_WITHIN))).toEqual([2])
  expect(sizes(event('review.verified'), event('thread.resolved', GROUPED_WITHIN + 1))).toEqual([1, 1])
})

it('an event of another person between two events does not divide their group', () => {
  const bo = { type: 'human', id: 'usr_2', name: 'Bo' } as const
  const other = event('thread.created', 1, { actor: bo })
  expect(sizes(event('review.verified'), other, event('thread.resolved', 2))).toEqual([2, 1])
})

it('events of another review, of a deleted review or of no review are not grouped', () => {
  const verified = event('review.verified')
  expect(sizes(verified, event('thread.resolved', 1, { reviewId: 'rev_2' }))).toEqual([1, 1])
  expect(sizes(verified, event('token.created', 1, { reviewId: null }))).toEqual([1, 1])
  const deleted = { title: null }
  expect(sizes(event('thread.created', 0, deleted), event('thread.created', 1, deleted))).toEqual([1, 1])
})

it('the events of one agent in several reviews of a project within ten minutes are one group', () => {
  const actor = { type: 'agent', id: 'tok_1', name: 'ci-agent' } as const
  const added = (reviewId: string, before: number, projectId = 'prj_1') =>
    event('artifact.completed', before, { actor, reviewId, projectId })
  const events = [added('rev_3', 0), added('rev_2', 1), added('rev_2', 2), added('rev_1', GROUPED_WITHIN)]
  expect(groupEvents(events)).toEqual([events])
  expect(groupPhrase(events)).toBe('added 4 pieces of evidence in 3 reviews')
  expect(eventsByReview(events).map(each => each.length)).toEqual([1, 2, 1])
  const created = ['rev_3', 'rev_2', 'rev_1'].map(reviewId => event('review.created', 3, { actor, reviewId }))
  expect(groupPhrase([...events, ...created])).toBe('created 3 reviews and added 4 pieces of evidence')
  expect(sizes(added('rev_1', 0), added('rev_1', GROUPED_WITHIN + 1))).toEqual([1, 1])
  expect(sizes(added('rev_1', 0), added('rev_2', 1, 'prj_2'))).toEqual([1, 1])
})

it('the phrase of an event group names up to three actions, or the main two of more actions', () => {
  const three = [event('review.exported'), event('thread.created', 1), event('artifact.deleted', 2)]
  expect(groupPhrase(three)).toBe('deleted evidence, added a comment and exported the review')
  expect(groupPhrase([...three, event('review.verified', 3)])).toBe('added a comment, verified and more')
})

it('the phrase of an event group lists actions with their number, in the usual order of work', () => {
  const resolved = [1, 2, 3, 4, 5].map(before => event('thread.resolved', before))
  expect(groupPhrase([event('review.verified'), ...resolved])).toBe('resolved 5 comments and verified')
  const reply = event('comment.created', 0, { isReply: true })
  expect(groupPhrase([reply, event('thread.created', 1), event('artifact.completed', 2)])).toBe(
    'added evidence, added a comment and replied to a comment',
  )
})

it('label changes, links and verdicts are grouped with comments of the same minutes', () => {
  const updated = (detail: string | null, before: number) => event('thread.updated', before, { detail })
  const events = [
    event('share_link.created'),
    updated('blocker', 1),
    updated('nit', 2),
    updated(noLabel, 3),
    updated(null, 4),
    updated('resolved', 5),
    event('thread.resolved', 6),
    event('thread.created', 7),
    event('review.open', 8, { detail: withdrawnVerdict }),
  ]
  expect(groupEvents(events)).toEqual([events])
  expect(groupPhrase(events)).toBe('resolved 2 comments, withdrew a verdict and more')
})

it('a row that merges several downloads counts each of them', () => {
  const events = [event('review.exported'), event('artifact.downloaded', 1, { count: 3 })]
  expect(groupPhrase(events)).toBe('downloaded 3 original files and exported the review')
})

it('event groups are divided by the day of their newest event; today and yesterday are named', () => {
  const groups = [0, 0.5, 1, 2].map(days => [event('review.verified', days * DAY)])
  expect(eventDays(groups, START).map(({ heading, groups }) => [heading, groups.length])).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    ['2026-11-27', 1],
  ])
})

it('a group counts later revisions separately from new evidence, and includes the new review', () => {
  const added = (revision: number, before: number) =>
    event('artifact.completed', before, {
      item: { artifactId: 'art_1', title: 'Cart', revision, threadId: null, number: null },
    })
  const events = [added(3, 0), added(2, 1), added(1, 2), event('review.created', 3)]
  expect(groupEvents(events)).toEqual([events])
  expect(groupPhrase(events)).toBe('created the review, added evidence and added 2 revisions')
  expect(groupPhrase([added(1, 0), event('review.created', 1)])).toBe('created the review and added evidence')
})

it('a person who sets a thread to addressed is described as putting a fix back to be checked', () => {
  const agent = { type: 'agent', id: 'tok_1', name: 'ci-agent' } as const
  expect(groupPhrase([event('thread.addressed')])).toBe('put a fix back to be checked')
  expect(groupPhrase([event('thread.addressed', 0, { actor: agent })])).toBe('addressed a comment')
  // The undoing of a resolved fix.
  const undone = (minute: number) => event('thread.updated', minute, { detail: 'addressed' })
  expect(groupPhrase([undone(0), undone(1)])).toBe('put 2 fixes back to be checked')
  expect(eventPhrase(event('thread.addressed'))).toBe('put a fix back to be checked on')
  expect(groupPhrase([event('thread.addressed'), event('thread.open', 1)])).toBe(
    'reopened a comment and put a fix back to be checked',
  )
})
