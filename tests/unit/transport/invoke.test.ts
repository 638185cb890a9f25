import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#shared/ids'
import { anonymous, type Actor, type HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { review } from '~~/server/db/schema'
import { invoke, type Call } from '~~/server/transport/invoke'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

let seeded: SeededDatabase
const folder = mkdtempSync(join(tmpdir(), 'exhibit-invoke-'))

beforeAll(() => {
  process.env.DATA_DIR = folder
  process.env.CHECK_RESPONSES = 'on'
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(async () => {
  seeded = await seedDatabase()
})
afterEach(() => seeded.remove())

const call = (actor: Actor, rest: Partial<Call> = {}): Call => ({
  actor,
  client: () => 'test',
  readBody: () => undefined,
  ...rest,
})
const createReview = (actor: Actor, title: unknown, rest: Partial<Call> = {}) =>
  invoke('createReview', call(actor, { readBody: () => ({ projectId: 'prj_1', title }), ...rest }))

describe('invoke', () => {
  it('`invoke` runs an operation without HTTP or another transport', async () => {
    const { result, replayed } = await createReview(seeded.agent, 'Checkout')
    expect([result.reused, result.review.title, replayed]).toEqual([false, 'Checkout', false])
  })

  it('`invoke` rejects a caller without permission before it reads the body', async () => {
    let read = 0
    const readBody = () => ++read
    const thread = { id: newId('thread') }
    const calls: [Promise<unknown>, string][] = [
      [invoke('createReview', call(anonymous, { readBody })), 'unauthorized'],
      [invoke('resolveThread', call(seeded.agent, { params: thread, readBody })), 'forbidden'],
      [invoke('replyToThread', call(seeded.agent, { params: thread, readBody })), 'forbidden'],
      [invoke('createProject', call(seeded.human, { readBody })), 'forbidden'],
    ]
    for (const [refused, code] of calls) await expect(refused).rejects.toMatchObject({ code })
    expect(read).toBe(0)
  })

  it('`invoke` counts calls for the rate limit even without HTTP', async () => {
    const bootstrap = () => invoke('bootstrapWorkspace', call(anonymous, { client: () => '192.0.2.7' }))
    for (let i = 0; i < 5; i++) await expect(bootstrap()).rejects.toMatchObject({ code: 'forbidden' })
    await expect(bootstrap()).rejects.toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) })
  })

  it('`invoke` reports the first invalid field, and reports a malformed id as not found', async () => {
    await expect(createReview(seeded.agent, 7)).rejects.toMatchObject({
      code: 'invalid_request',
      field: 'title',
    })
    await expect(
      invoke('readReview', call(seeded.human, { params: { id: 'rev_x-y' } })),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  it('`invoke` runs an operation only once for an idempotency key, and then replays the result', async () => {
    const once = () => createReview(seeded.agent, 'Checkout', { idempotencyKey: 'k' })
    const [first, second] = [await once(), await once()]
    expect([first.replayed, second.replayed]).toEqual([false, true])
    expect(second.result).toEqual(first.result)
    expect(await db.select().from(review)).toHaveLength(1)
    await expect(createReview(seeded.agent, 'Cart', { idempotencyKey: 'k' })).rejects.toMatchObject({
      code: 'idempotency_key_reuse',
    })
    await expect(createReview(seeded.agent, 'x', { idempotencyKey: '' })).rejects.toMatchObject({
      code: 'invalid_request',
      field: 'Idempotency-Key',
    })
  })
  it('an idempotency key replays a result only while the person may access its workspace', async () => {
    const repeat = (human: Actor) =>
      createReview(human, 'Checkout', { idempotencyKey: 'k', isReceived: true })
    const { result } = await repeat(seeded.human)
    expect(await repeat(seeded.human)).toMatchObject({ replayed: true, result })
    const lost: [Partial<HumanActor>, string][] = [
      [{ roles: new Map() }, 'not_found'],
      [{ roles: new Map([['ws_1', 'reviewer']]) }, 'forbidden'],
      [
        { roles: new Map(), suspendedIn: new Map([['ws_1', { suspendedAt: 0, deletesAt: null }]]) },
        'suspended',
      ],
    ]
    for (const [changed, code] of lost)
      await expect(repeat({ ...seeded.human, ...changed })).rejects.toMatchObject({ code })
    expect(await repeat(seeded.human)).toMatchObject({ replayed: true, result })
  })
})
