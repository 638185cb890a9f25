import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY, MINUTE, SECOND } from '#shared/time'
import {
  accountKey,
  beginAttempt,
  clearFailures,
  deleteOldFailures,
  withdrawAttempt,
} from '~~/server/limits/sign-in-delays'
import { write } from '~~/server/db'
import { signInFailure } from '~~/server/db/schema'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

let seeded: SeededDatabase
beforeAll(async () => {
  seeded = await seedDatabase()
})
afterAll(() => seeded.remove())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
})
afterEach(async () => {
  vi.useRealTimers()
  await write(tx => tx.delete(signInFailure))
})

const advance = (ms: number) => vi.setSystemTime(Date.now() + ms)

async function fail(times: number, account = 'a'): Promise<void> {
  for (let i = 0; i < times; i++) expect(await beginAttempt(account)).toBe(0)
}

describe('failed sign-ins', () => {
  it('an account may fail to sign in five times, and then has to wait 30 s', async () => {
    await fail(5)
    expect(await beginAttempt('a')).toBe(30 * SECOND)
    expect(await beginAttempt('b')).toBe(0)
    advance(30 * SECOND - 1)
    expect(await beginAttempt('a')).toBe(1)
    advance(1)
    expect(await beginAttempt('a')).toBe(0)
  })

  it('each further failed sign-in doubles the waiting time of the account, up to 15 minutes', async () => {
    await fail(5)
    const waits = []
    for (let i = 0; i < 7; i++) {
      waits.push(await beginAttempt('a'))
      advance(waits.at(-1) ?? 0)
      expect(await beginAttempt('a')).toBe(0)
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900].map(seconds => seconds * SECOND))
  })

  it('attempts to sign in during the waiting time do not extend it', async () => {
    await fail(5)
    for (let i = 0; i < 30; i++) {
      expect(await beginAttempt('a')).toBe(30 * SECOND - i * SECOND)
      advance(SECOND)
    }
    expect(await beginAttempt('a')).toBe(0)
  })

  it('the count of failed sign-ins restarts after a success, or after a day without a failure', async () => {
    await fail(5)
    await clearFailures('a')
    await fail(5)
    advance(DAY - 1)
    expect(await beginAttempt('a')).toBe(0)
    expect(await beginAttempt('a')).toBe(MINUTE)
    advance(DAY)
    await fail(5)
    expect(await beginAttempt('a')).toBe(30 * SECOND)
  })

  it('an attempt to sign in counts as failed from its beginning, unless it is withdrawn', async () => {
    for (let i = 0; i < 20; i++) {
      expect(await beginAttempt('a')).toBe(0)
      await withdrawAttempt('a')
    }
    await withdrawAttempt('unknown')
    await fail(4)
    expect(await beginAttempt('a')).toBe(0)
    expect(await beginAttempt('a')).toBeGreaterThan(0)
    await withdrawAttempt('a')
    expect(await beginAttempt('a')).toBe(0)
  })

  it('five of twenty concurrent attempts to sign in may proceed, and the others have to wait', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => beginAttempt('a')))
    expect(waits.filter(wait => wait === 0)).toHaveLength(5)
  })
})

describe('the sweep of failed sign-ins', () => {
  const remaining = async () =>
    (await write(tx => tx.select().from(signInFailure))).map(each => each.account).sort()

  it('the sweep deletes failed sign-ins after a day, and not before', async () => {
    await fail(1, 'old')
    advance(1)
    await fail(1, 'young')
    advance(DAY - 1)
    await write(tx => deleteOldFailures(tx, Date.now()))
    expect(await remaining()).toEqual(['young'])
  })

  it('the sweep deletes the oldest failed sign-ins beyond the maximum number', async () => {
    for (const account of ['a', 'b', 'c', 'd']) {
      await fail(1, account)
      advance(SECOND)
    }
    await write(tx => deleteOldFailures(tx, Date.now(), 4))
    expect(await remaining()).toEqual(['a', 'b', 'c', 'd'])
    await write(tx => deleteOldFailures(tx, Date.now(), 3))
    expect(await remaining()).toEqual(['b', 'c', 'd'])
  })
})

it('accountKey returns the same key for every spelling of an email address', () => {
  expect(accountKey('Ann@Example.com')).toBe(accountKey('ann@example.com'))
  expect(accountKey('ann@example.com')).not.toBe(accountKey('bob@example.com'))
  expect(accountKey('x'.repeat(1_000_000))).toHaveLength(64)
})
