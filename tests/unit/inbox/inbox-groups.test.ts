import { expect, it } from 'vitest'
import { inboxGroups, waitingCount } from '~/inbox/inbox-groups'
import { inboxSentence } from '~/inbox/inbox-sentence'
import { partOfDay } from '~/inbox/part-of-day'
import { reviewSummary } from '../../support/dom/fixtures'

const review = (id: string, minute: number, isAsked = false) =>
  reviewSummary({
    id,
    updatedAt: `2026-11-29T09:${String(minute).padStart(2, '0')}:00.000Z`,
    verdictRequest: isAsked ? { by: 'Tomasz' } : null,
  })

const inbox = {
  addressed: [review('fixed', 1), review('fixed-asked', 2, true)],
  sinceVerdict: [review('since', 3)],
  fresh: [review('fresh', 5), review('fresh-asked', 6, true)],
  open: [review('open', 4)],
  waiting: [review('waiting', 7)],
  decided: [review('decided', 8)],
  hasMore: false,
}
const none = {
  addressed: [],
  sinceVerdict: [],
  fresh: [],
  open: [],
  waiting: [],
  decided: [],
  hasMore: false,
}

it('reviews that ask the person for a verdict are the first group of the inbox, newest change first', () => {
  const groups = inboxGroups(inbox)
  const ids = Object.entries(groups).map(([name, reviews]) => [name, ...reviews.map(each => each.id)])
  expect(ids).toEqual([
    ['asked', 'fresh-asked', 'fixed-asked'],
    ['toCheck', 'fixed'],
    ['fresh', 'fresh', 'since'],
    ['open', 'open'],
    ['waiting', 'waiting'],
    ['decided', 'decided'],
  ])
  // Reviews that wait for changes, and decided ones, do not wait for the person.
  expect(waitingCount(groups)).toBe(6)
})

it('the heading of the inbox names what asks most of the person, in singular and plural', () => {
  const sentence = (part: Partial<typeof inbox>, requests = 0) =>
    inboxSentence(inboxGroups({ ...none, ...part }), requests)
  expect(inboxSentence(inboxGroups(inbox), 1)).toBe('Two reviews ask for you.')
  expect(sentence({ fresh: [review('a', 1, true)] })).toBe('One review asks for you.')
  expect(sentence({ addressed: [review('a', 1)] }, 1)).toBe('One person asks for access.')
  expect(sentence({ addressed: [review('a', 1)] })).toBe('One review has fixes to check.')
  expect(sentence({ fresh: inbox.fresh.slice(0, 1), open: inbox.open })).toBe('One review has something new.')
  expect(sentence({ open: [...inbox.open, ...inbox.waiting] })).toBe('Two reviews have no verdict yet.')
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
