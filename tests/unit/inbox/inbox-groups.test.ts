import { expect, it } from 'vitest'
import { firstRows, toShownGroups, waitingCount } from '~/inbox/inbox-groups'
import { inboxSentence } from '~/inbox/inbox-sentence'
import { partOfDay } from '~/inbox/part-of-day'
import { reviewSummary } from '../../support/dom/fixtures'

const review = (id: string, minute = 0) =>
  reviewSummary({ id, updatedAt: `2026-11-29T09:${String(minute).padStart(2, '0')}:00.000Z` })

const none = {
  asked: [],
  addressed: [],
  sinceVerdict: [],
  fresh: [],
  open: [],
  waiting: [],
  decided: [],
  decidedCount: 0,
  hasMore: false,
  snoozed: { count: 0, firstUntil: null, lastUntil: null },
}
const inbox = {
  ...none,
  asked: [review('asked', 9), review('asked-too', 8)],
  addressed: [review('fixed', 1)],
  sinceVerdict: [review('since', 3)],
  fresh: [review('fresh', 5)],
  open: [review('open', 4)],
  waiting: [review('waiting', 7)],
  decided: [review('decided', 8)],
}

it('new reviews and reviews with activity since their verdict are one group, newest change first', () => {
  const groups = toShownGroups(inbox)
  const ids = Object.entries(groups).map(([name, reviews]) => [name, ...reviews.map(each => each.id)])
  expect(ids).toEqual([
    ['asked', 'asked', 'asked-too'],
    ['addressed', 'fixed'],
    ['fresh', 'fresh', 'since'],
    ['open', 'open'],
    ['waiting', 'waiting'],
    ['decided', 'decided'],
  ])
  // Reviews that wait for changes, and reviews that are decided, do not count as waiting for the person.
  expect(waitingCount(groups)).toBe(6)
})

it('the heading of the inbox names the most urgent group of reviews, in singular and plural', () => {
  const sentence = (part: Partial<typeof inbox>, requests = 0) =>
    inboxSentence(toShownGroups({ ...none, ...part }), requests)
  expect(inboxSentence(toShownGroups(inbox), 1)).toBe('Two reviews ask for you.')
  expect(sentence({ asked: [review('a')] })).toBe('One review asks for you.')
  expect(sentence({ addressed: [review('a')] }, 1)).toBe('One person asks for access.')
  expect(sentence({ addressed: [review('a')] })).toBe('One review has fixes to check.')
  expect(sentence({ fresh: inbox.fresh, open: inbox.open })).toBe('One review has something new.')
  expect(sentence({ open: [...inbox.open, ...inbox.waiting] })).toBe('Two reviews need a verdict.')
  expect(sentence({ decided: inbox.decided })).toBe('Nothing waits for you.')
})

it.each([
  [4, 'evening'],
  [5, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
])('at %i o’clock, the inbox greets with the %s', (hour, part) => {
  expect(partOfDay(hour)).toBe(part)
})

it('a long group of the inbox shows twelve reviews, or all reviews if at most three more exist', () => {
  const shown = (count: number) => firstRows(Array.from({ length: count }, () => null)).length
  expect([3, 12, 15, 16, 200].map(shown)).toEqual([3, 12, 15, 12, 12])
})
