import { describe, expect, it } from 'vitest'
import { commitStateOf, reviewState } from '#shared/forge/review-state'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 12, minute)).toISOString()
const evidence = (...minutes: (number | null)[]) =>
  minutes.map(minute => ({ currentRevision: minute === null ? null : { completedAt: at(minute) } }))
const verified = { status: 'verified', decidedAt: at(5), referencesChangedAt: null } as const

describe('the state of a review', () => {
  it('a review is no longer verified if evidence was completed after the verdict', () => {
    expect(reviewState(verified, evidence(1, 5, null))).toBe('verified')
    expect(reviewState(verified, evidence(1, 6))).toBe('outdated')
    expect(reviewState(verified, [])).toBe('verified')
  })

  it('a review is no longer verified if its commit or pull request changed after the verdict', () => {
    expect(reviewState({ ...verified, referencesChangedAt: at(4) }, evidence(1))).toBe('verified')
    expect(reviewState({ ...verified, referencesChangedAt: at(6) }, evidence(1))).toBe('outdated')
  })

  it('the state of a review that is not verified equals its status', () => {
    expect(reviewState({ ...verified, status: 'open', decidedAt: null }, evidence(1))).toBe('open')
    expect(reviewState({ ...verified, status: 'changes_requested' }, evidence(9))).toBe('changes_requested')
  })

  it('the commit status is `success` only while the review is verified', () => {
    expect(commitStateOf).toEqual({
      open: 'pending',
      changes_requested: 'failure',
      verified: 'success',
      outdated: 'pending',
    })
  })
})
