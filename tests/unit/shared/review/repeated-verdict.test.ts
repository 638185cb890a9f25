import { expect, it } from 'vitest'
import type { Reviewer } from '#shared/contract/reviewer'
import { repeatsVerdict } from '#shared/review/repeated-verdict'

const completedAt = '2026-11-20T10:00:00.000Z'
const later = new Date(Date.parse(completedAt) + 1).toISOString()
const verified = (decidedAt: string): Reviewer => ({
  userId: 'usr_me',
  name: 'Mara',
  isRequested: false,
  isAwaited: false,
  status: 'verified',
  comment: null,
  mentions: [],
  decidedAt,
})
const decided = (status: 'open' | 'verified', reviewers: Reviewer[]) => ({
  status,
  reviewers,
  changes: [null, completedAt],
})

it('a verdict is a repetition if the person and the evidence are still the same', () => {
  expect(repeatsVerdict(decided('verified', [verified(later)]), 'usr_me', 'verified')).toBe(true)
  expect(repeatsVerdict(decided('open', []), 'usr_me', 'open')).toBe(true)
})

it('a verdict by another person, with another status or after new evidence is no repetition', () => {
  const own = decided('verified', [verified(later)])
  expect(repeatsVerdict(own, 'usr_other', 'verified')).toBe(false)
  expect(repeatsVerdict(own, 'usr_me', 'changes_requested')).toBe(false)
  expect(repeatsVerdict(decided('open', [verified(later)]), 'usr_me', 'verified')).toBe(false)
  const earlier = new Date(Date.parse(completedAt) - 1).toISOString()
  expect(repeatsVerdict(decided('verified', [verified(earlier)]), 'usr_me', 'verified')).toBe(false)
})

it('a verdict after a new request for a verdict is not a repetition', () => {
  const askedAgain = { ...verified(later), isRequested: true, isAwaited: true }
  expect(repeatsVerdict(decided('verified', [askedAgain]), 'usr_me', 'verified')).toBe(false)
})
