import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { AbandonedError } from '~~/server/process/abandoned-error'
import { runRequest } from '~~/server/process/request-context'
import { ShareRefusedError } from '~~/server/process/share-refused-error'
import { singleFlight, singleFlightWhileAwaited } from '~~/server/process/single-flight'
import { createYieldWhileAwaited } from '~~/server/process/yield-to-event-loop'

/** Returns a request whose client can leave, and a function that runs code in its context. */
function newRequest(holder = 'a') {
  const state = { destroyed: false, writableFinished: false }
  const response = state as unknown as ServerResponse
  return {
    leave: () => void (state.destroyed = true),
    run: <T>(handle: () => T) => runRequest({ id: 'r', message: {}, response, holder }, handle),
  }
}

describe('calls that requests share', () => {
  it('a call is shared while it runs, and ends only when the clients of all its requests left', async () => {
    const [first, second] = [newRequest(), newRequest()]
    const calls: (() => boolean)[] = []
    const { promise, reject } = Promise.withResolvers<number>()
    const share = () =>
      singleFlightWhileAwaited('shared', isAbandoned => {
        calls.push(isAbandoned)
        return calls.length === 1 ? promise : Promise.resolve(2)
      })
    const results = [first.run(share), second.run(share)]
    expect(calls).toHaveLength(1)
    first.leave()
    expect(calls[0]?.()).toBe(false)
    second.leave()
    expect(calls[0]?.()).toBe(true)
    // The abandoned call has not failed yet, but no further request gets its failure.
    expect(await newRequest().run(share)).toBe(2)
    reject(new AbandonedError())
    for (const result of results) await expect(result).rejects.toBeInstanceOf(AbandonedError)
  })

  it('a call for no request is never abandoned', async () => {
    const result = singleFlightWhileAwaited('work', async isAbandoned => {
      await createYieldWhileAwaited(isAbandoned)()
      return isAbandoned()
    })
    expect(await result).toBe(false)
  })

  it('a long computation of an abandoned call ends at its next turn', async () => {
    const request = newRequest()
    let steps = 0
    const result = request.run(() =>
      singleFlightWhileAwaited('long', async isAbandoned => {
        const yieldIfDue = createYieldWhileAwaited(isAbandoned)
        for (; steps < 10; steps++) {
          if (steps === 3) request.leave()
          await yieldIfDue()
        }
      }),
    )
    await expect(result).rejects.toBeInstanceOf(AbandonedError)
    expect(steps).toBe(3)
  })

  for (const share of [singleFlight, singleFlightWhileAwaited]) {
    it(`${share.name}: a call refused for one holder runs again for the others`, async () => {
      let calls = 0
      const run = async () => {
        await Promise.resolve()
        if (++calls === 1) throw new ShareRefusedError('Too many.', 'Wait.')
        return calls
      }
      const begin = (holder: string) => newRequest(holder).run(() => share(`refused ${share.name}`, run))
      const [own, same, other, further] = [begin('a'), begin('a'), begin('b'), begin('c')]
      for (const each of [own, same]) await expect(each).rejects.toBeInstanceOf(ShareRefusedError)
      expect(await Promise.all([other, further])).toEqual([2, 2])
    })

    it(`${share.name}: an abandoned call runs again for the others`, async () => {
      const first = newRequest()
      let calls = 0
      const run = async () => {
        await Promise.resolve()
        if (++calls > 1) return calls
        first.leave()
        throw new AbandonedError()
      }
      const begin = (request: ReturnType<typeof newRequest>) =>
        request.run(() => share(`left ${share.name}`, run))
      const [own, other] = [begin(first), begin(newRequest())]
      await expect(own).rejects.toBeInstanceOf(AbandonedError)
      expect(await other).toBe(2)
    })
  }
})
