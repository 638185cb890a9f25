import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY, MINUTE, SECOND } from '#shared/time'
import { withIdempotency, writeIdempotent, type IdempotentCall } from '~~/server/access/idempotency'
import { db } from '~~/server/db'
import { project } from '~~/server/db/schema'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

const call: IdempotentCall = {
  callerId: 'tok_1',
  operation: 'POST /v1/projects',
  key: 'k',
  body: { a: 1, b: 2 },
  requireAccess: () => {},
}
let seeded: SeededDatabase
let runs: number

beforeEach(async () => {
  seeded = await seedDatabase()
  runs = 0
})
afterEach(() => {
  vi.useRealTimers()
  seeded.remove()
})

/**
 * Runs the call with some changed fields. Returns which run of the operation produced the result, counted
 * from 1.
 */
const run = async (changed: Partial<IdempotentCall> = {}) =>
  (await withIdempotency({ ...call, ...changed }, () => Promise.resolve(++runs))).result

/** Renames the seeded project in the same transaction that stores the result of the call. */
const rename = (name: string) =>
  writeIdempotent(async tx => {
    await tx.update(project).set({ name })
    return name
  })
const nameOfProject = async () => (await db.select().from(project))[0]?.name

describe('an idempotency key', () => {
  it('a result that is stored for an idempotency key belongs to one caller and one operation', async () => {
    expect(await run()).toBe(1)
    expect(await run({ callerId: 'tok_2' })).toBe(2)
    expect(await run({ operation: 'POST /v1/reviews' })).toBe(3)
    expect(await run({ key: 'other' })).toBe(4)
    expect(await run()).toBe(1)
  })

  it('an idempotency key replays the result for an equal body, and refuses another body', async () => {
    expect(await run()).toBe(1)
    expect(await run({ body: { b: 2, a: 1 } })).toBe(1)
    for (const body of [{ a: 1, b: 3 }, { a: 1 }, { a: 1, b: 2, c: null }, undefined])
      await expect(run({ body })).rejects.toMatchObject({ code: 'idempotency_key_reuse' })
  })

  it('an idempotency key has 1 to 255 characters', async () => {
    expect(await run({ key: 'k'.repeat(255) })).toBe(1)
    for (const key of ['', 'k'.repeat(256)])
      await expect(run({ key })).rejects.toMatchObject({ code: 'invalid_request', field: 'Idempotency-Key' })
  })

  it('an idempotency key can be used again after a failed call', async () => {
    const failure = new Error('The disk is full.')
    await expect(withIdempotency(call, () => Promise.reject(failure))).rejects.toBe(failure)
    expect(await run()).toBe(1)
  })

  it('an idempotency key refuses a second call while the first one runs', async () => {
    const { promise, resolve: finish } = Promise.withResolvers<string>()
    const first = withIdempotency(call, () => promise)
    await expect(run()).rejects.toMatchObject({ code: 'idempotency_in_progress' })
    finish('done')
    expect((await first).result).toBe('done')
    expect(runs).toBe(0)
  })

  it('an idempotency key is stored for 24 hours, and not longer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const start = Date.now()
    expect(await run()).toBe(1)
    vi.setSystemTime(start + DAY - SECOND)
    expect(await run()).toBe(1)
    vi.setSystemTime(start + DAY)
    expect(await run()).toBe(2)
  })

  it('an idempotency key stays reserved for its running call, however long the call takes', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const slow = Promise.withResolvers<undefined>()
    const first = withIdempotency(call, async () => {
      await slow.promise
      return rename('first')
    })
    // Each renewal of the reservation is a database write, which needs real timers.
    const retry = () => withIdempotency(call, () => rename('second'))
    for (let elapsed = 0; elapsed < 5 * MINUTE; elapsed += 20 * SECOND) {
      await vi.advanceTimersByTimeAsync(20 * SECOND)
      await expect(retry()).rejects.toMatchObject({ code: 'idempotency_in_progress' })
    }
    slow.resolve(undefined)
    expect((await first).result).toBe('first')
    expect(vi.getTimerCount()).toBe(0)
    expect((await retry()).result).toBe('first')
  })

  it('a call fails if a retry acquired its idempotency key after the reservation had expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const start = Date.now()
    const late = withIdempotency(call, async () => {
      // A minute later, the reservation of the first call has expired and the client retries.
      vi.setSystemTime(start + MINUTE)
      await withIdempotency(call, () => rename('second'))
      return rename('first')
    })
    await expect(late).rejects.toMatchObject({ code: 'idempotency_in_progress' })
    expect(await nameOfProject()).toBe('second')
    expect((await withIdempotency(call, () => rename('third'))).result).toBe('second')
  })
})
