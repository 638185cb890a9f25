import { describe, expect, it } from 'vitest'
import { DAY, MINUTE, SECOND } from '#shared/time'
import { accountKey, SignInDelays, signInRule } from '~~/server/access/sign-in-delays'

/** Delays under a clock that the test moves. */
function delaysAt(rule = signInRule) {
  let now = 1_000_000
  return {
    delays: new SignInDelays(rule, () => now),
    advance: (ms: number) => {
      now += ms
    },
  }
}

const fail = (delays: SignInDelays, times: number, account = 'a') => {
  for (let i = 0; i < times; i++) expect(delays.begin(account)).toBe(0)
}

describe('SignInDelays', () => {
  it('lets five failures through, then has the account wait 30 s', () => {
    const { delays, advance } = delaysAt()
    fail(delays, 5)
    expect(delays.begin('a')).toBe(30 * SECOND)
    expect(delays.begin('b')).toBe(0)
    advance(30 * SECOND - 1)
    expect(delays.begin('a')).toBe(1)
    advance(1)
    expect(delays.begin('a')).toBe(0)
  })

  it('doubles the wait with each failure, up to 15 minutes', () => {
    const { delays, advance } = delaysAt()
    fail(delays, 5)
    const waits = []
    for (let i = 0; i < 7; i++) {
      waits.push(delays.begin('a'))
      advance(waits.at(-1) ?? 0)
      expect(delays.begin('a')).toBe(0)
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900].map(seconds => seconds * SECOND))
  })

  it('does not prolong a wait for attempts during it', () => {
    const { delays, advance } = delaysAt()
    fail(delays, 5)
    for (let i = 0; i < 30; i++) {
      expect(delays.begin('a')).toBe(30 * SECOND - i * SECOND)
      advance(SECOND)
    }
    expect(delays.begin('a')).toBe(0)
  })

  it('starts again after a success, and after a day without a failure', () => {
    const { delays, advance } = delaysAt()
    fail(delays, 5)
    delays.succeed('a')
    fail(delays, 5)
    advance(DAY - 1)
    expect(delays.begin('a')).toBe(0)
    expect(delays.begin('a')).toBe(MINUTE)
    advance(DAY)
    fail(delays, 5)
    expect(delays.begin('a')).toBe(30 * SECOND)
  })

  it('counts attempts that have not ended, but none that was cancelled', () => {
    const { delays } = delaysAt()
    for (let i = 0; i < 20; i++) {
      expect(delays.begin('a')).toBe(0)
      delays.cancel('a')
    }
    delays.cancel('unknown')
    fail(delays, 4)
    expect(delays.begin('a')).toBe(0)
    expect(delays.begin('a')).toBeGreaterThan(0)
    delays.cancel('a')
    expect(delays.begin('a')).toBe(0)
  })

  it('remembers a bounded number of accounts, the latest failures', () => {
    const { delays } = delaysAt({ ...signInRule, accounts: 3 })
    fail(delays, 5, 'a')
    fail(delays, 1, 'b')
    fail(delays, 1, 'c')
    expect(delays.begin('a')).toBeGreaterThan(0)
    fail(delays, 1, 'd')
    expect(delays.begin('a')).toBe(0)
  })
})

it('accountKey is one for every spelling of an email', () => {
  expect(accountKey('Ann@Example.com')).toBe(accountKey('ann@example.com'))
  expect(accountKey('ann@example.com')).not.toBe(accountKey('bob@example.com'))
  expect(accountKey('x'.repeat(1_000_000))).toHaveLength(64)
})
