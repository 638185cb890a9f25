import { describe, expect, it } from 'vitest'
import { evidenceUnits, lifetimeOf, mediaLife, monthOf, planIds, plans } from '#shared/plans'
import { DAY } from '#shared/time'

describe('evidence units', () => {
  it('an image is 1 evidence unit, and a video is 1 unit for each started 15 seconds', () => {
    expect([
      evidenceUnits('image', null),
      evidenceUnits('video', 0),
      evidenceUnits('video', 15_000),
      evidenceUnits('video', 15_001),
      evidenceUnits('video', 60_000),
    ]).toEqual([1, 1, 1, 2, 4])
  })
})

describe('the month of a usage meter', () => {
  it('the month of a usage meter is the calendar month in UTC', () => {
    const month = (instant: string) => monthOf(Date.parse(instant))
    expect([
      month('2026-10-31T23:59:59.999Z'),
      month('2026-11-01T00:00:00Z'),
      month('2026-11-30T23:59:59+01:00'),
      month('2026-12-01T00:30:00+01:00'),
    ]).toEqual(['2026-10', '2026-11', '2026-11', '2026-11'])
  })
})

describe('the lifetime of media', () => {
  it('media expires after the days of its plan, and a larger plan restores it until it is deleted', () => {
    const free = { plan: 'free', retentionDays: null } as const
    const at = (days: number, plan: 'free' | 'team' = 'free', deleted: number | null = null) =>
      mediaLife(0, deleted, { plan, retentionDays: null }, 'plan', days * DAY).state
    expect([at(13.9), at(14), at(400)]).toEqual(['active', 'expired', 'expired'])
    expect(at(14, 'team')).toBe('active')
    expect(at(1, 'team', 5)).toBe('deleted')
    expect(mediaLife(0, null, free, 'plan', 0)).toMatchObject({ expiresAt: 14 * DAY, deletesAt: 28 * DAY })
    expect(mediaLife(0, null, free, 'off', 1e15)).toEqual({
      state: 'active',
      expiresAt: null,
      deletesAt: null,
    })
  })

  it('media of an unclaimed workspace expires even if the server keeps all other media', () => {
    const ends = { state: 'active', expiresAt: 5 * DAY, deletesAt: 12 * DAY }
    const unclaimed = { plan: 'unclaimed', retentionDays: null } as const
    expect(mediaLife(0, null, unclaimed, 'off', 0)).toEqual(ends)
    expect([lifetimeOf('unclaimed', 'off'), lifetimeOf('free', 'off')]).toEqual([12 * DAY, null])
    expect([lifetimeOf('free', 'plan'), lifetimeOf('team', 'plan')]).toEqual([28 * DAY, 395 * DAY])
  })

  it('the retention of an administrator replaces the retention of the plan, without recovery time', () => {
    for (const plan of planIds)
      for (const setting of ['plan', 'off'] as const) {
        const at = (now: number) => mediaLife(0, null, { plan, retentionDays: 3 }, setting, now)
        expect(at(3 * DAY - 1)).toEqual({ state: 'active', expiresAt: 3 * DAY, deletesAt: 3 * DAY })
        expect(at(3 * DAY).state).toBe('expired')
      }
  })

  it('each plan defines for how many days media is visible and, after that, recoverable', () => {
    expect(
      Object.values(plans).map(plan => [plan.id, plan.retention.visibleDays, plan.retention.recoverableDays]),
    ).toEqual([
      ['unclaimed', 5, 7],
      ['free', 14, 14],
      ['team', 365, 30],
    ])
  })
})
