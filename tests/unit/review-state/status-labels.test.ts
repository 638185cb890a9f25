import { expect, it } from 'vitest'
import { verdictHint, verdictLabel } from '~/review-state/status-labels'

it('only the label of a verified review states the number of open comments', () => {
  expect(verdictLabel('verified')).toBe('Verified')
  expect(verdictLabel('verified', 2)).toBe('Verified with 2 open')
  expect(verdictLabel('changes_requested', 2)).toBe('Changes requested')
  expect(verdictLabel('open', 2)).toBe('In review')
})

it('the label of an outdated verdict says “outdated” instead of the number of open comments', () => {
  expect(verdictLabel('verified', 2, true)).toBe('Verified, outdated')
  expect(verdictLabel('changes_requested', 0, true)).toBe('Changes requested, outdated')
})

it('the hint of a verdict states its author, and if evidence, commit or pull request changed later', () => {
  const decision = { decidedBy: 'Ann', decidedAt: '2026-06-01T09:00:00.000Z' }
  // The name is enclosed in isolate characters, because a name may be written from right to left.
  const attribution = verdictHint(decision, false)
  expect(attribution).toMatch(/^Set by \u2068Ann\u2069, /)
  expect(verdictHint(decision, true)).toBe(
    `Evidence, the commit or the pull request changed after this verdict.\n${attribution}`,
  )
})
