import { describe, expect, it } from 'vitest'
import { revisionBefore } from '#shared/review/revision-before'

const revision = (
  index: number,
  isBefore = false,
  completedAt: string | null = '2026-06-01T09:00:00.000Z',
) => ({
  index,
  isBefore,
  completedAt,
})

describe('the revision before a change', () => {
  it('the revision before a change is the last one that was sent as “before”', () => {
    const first = revision(1, true)
    expect(revisionBefore([first, revision(2)], revision(2))).toBe(first)
    expect(revisionBefore([first, revision(2), revision(3)], revision(3))).toBe(first)
    const third = revision(3, true)
    expect(revisionBefore([first, revision(2), third, revision(4)], revision(4))).toBe(third)
  })

  it('a revision is shown as the state before a change if it is complete and not the last one', () => {
    expect(revisionBefore([revision(1), revision(2)], revision(2))).toBeNull()
    expect(revisionBefore([revision(1, true, null), revision(2)], revision(2))).toBeNull()
    expect(revisionBefore([revision(1, true)], revision(1, true))).toBeNull()
    expect(revisionBefore([revision(1, true)], null)).toBeNull()
  })
})
