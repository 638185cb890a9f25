import { describe, expect, it } from 'vitest'
import { caller } from '../../support/server/client'
import { sharedFixture } from '../../support/server/fixture'

const { server } = await sharedFixture()

describe('the public plans', () => {
  it('everyone can read the plans', async () => {
    const { body } = await caller(server)<{
      plans: { id: string; price: number; limits: Record<string, number | null> }[]
    }>('GET', '/api/plans')
    expect(body.plans.map(each => [each.id, each.price, each.limits.evidenceUnitsPerMonth])).toEqual([
      ['unclaimed', 0, 25],
      ['free', 0, 500],
      ['team', 29, 20_000],
    ])
  })
})
