import { expect, it } from 'vitest'
import { isVerdictOutdated } from '#shared/review/outdated-verdict'

const [before, decidedAt, after] = [
  '2026-11-20T10:00:00.000Z',
  '2026-11-20T10:00:00.001Z',
  '2026-11-20T10:00:00.002Z',
] as const

it('a verdict is outdated if evidence was completed after the verdict', () => {
  for (const status of ['verified', 'changes_requested'] as const) {
    expect(isVerdictOutdated({ status, decidedAt }, [])).toBe(false)
    expect(isVerdictOutdated({ status, decidedAt }, [before, decidedAt, null])).toBe(false)
    expect(isVerdictOutdated({ status, decidedAt }, [after, before])).toBe(true)
  }
})

it('an open review or a missing verdict is never an outdated verdict', () => {
  expect(isVerdictOutdated({ status: 'open', decidedAt }, [after])).toBe(false)
  expect(isVerdictOutdated({ status: 'verified', decidedAt: null }, [after])).toBe(false)
  expect(isVerdictOutdated({ status: null, decidedAt: null }, [after])).toBe(false)
})
