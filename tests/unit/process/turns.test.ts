import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors'
import { AbandonedError } from '~~/server/process/abandoned-error'
import { Turns } from '~~/server/process/turns'

const stays = () => false

/** Returns turns, and a function that starts a call of a holder. The call runs until `end` is called. */
function begin(limits: Partial<ConstructorParameters<typeof Turns>[0]> = {}) {
  const turns = new Turns(
    { running: 2, runningOfHolder: 1, waitingOfHolder: 2, ...limits },
    () => new AppError('rate_limited'),
  )
  const started: string[] = []
  const call = (name: string, holder: string, isAbandoned = stays) => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const done = turns.run(holder, isAbandoned, () => {
      started.push(name)
      return promise
    })
    return { done, end: () => (resolve(undefined), done) }
  }
  return { call, started }
}

describe('turns of holders', () => {
  it('a call is abandoned by its own request, also when the call of another request ends', async () => {
    const requests = new AsyncLocalStorage<{ hasLeft: boolean }>()
    const { call, started } = begin({ running: 1 })
    const callOf = (request: { hasLeft: boolean }, name: string) =>
      requests.run(request, () => call(name, name, () => requests.getStore()?.hasLeft === true))
    const [one, two, three] = [{ hasLeft: false }, { hasLeft: false }, { hasLeft: false }]
    const [first, second, third] = [callOf(one, 'one'), callOf(two, 'two'), callOf(three, 'three')]
    await Promise.resolve()
    one.hasLeft = true
    three.hasLeft = true
    await Promise.all([
      requests.run(one, () => first.end()),
      expect(third.done).rejects.toBeInstanceOf(AbandonedError),
    ])
    await second.end()
    expect(started).toEqual(['one', 'two'])
  })

  it('only as many calls run at the same time as allowed, also of one holder', async () => {
    const { call, started } = begin()
    const [a1] = [call('a1', 'a'), call('a2', 'a'), call('b1', 'b'), call('c1', 'c')]
    await Promise.resolve()
    expect(started).toEqual(['a1', 'b1'])
    await a1?.end()
    expect(started).toEqual(['a1', 'b1', 'c1'])
  })

  it('a holder with more waiting calls than allowed is refused, and no other holder is', async () => {
    const { call, started } = begin()
    for (const name of ['a1', 'a2', 'a3']) call(name, 'a')
    await expect(call('a4', 'a').done).rejects.toMatchObject({ code: 'rate_limited' })
    call('b1', 'b')
    await Promise.resolve()
    expect(started).toEqual(['a1', 'b1'])
  })

  it('the holder who used the least time is next', async () => {
    const { call, started } = begin({ running: 1 })
    const first = call('a1', 'a')
    call('a2', 'a')
    call('b1', 'b')
    await first.end()
    expect(started).toEqual(['a1', 'b1'])
  })

  it('a call that fails gives its place to the next one', async () => {
    const turns = new Turns(
      { running: 1, runningOfHolder: 1, waitingOfHolder: 1 },
      () => new AppError('rate_limited'),
    )
    const failed = turns.run('a', stays, () => Promise.reject(new Error('no')))
    await expect(failed).rejects.toThrow('no')
    expect(await turns.run('a', stays, () => Promise.resolve(1))).toBe(1)
  })

  it('a waiting call whose clients left never runs, and leaves its place in the queue', async () => {
    const { call, started } = begin({ running: 1, waitingOfHolder: 1 })
    const first = call('a1', 'a')
    let hasLeft = false
    const waiting = call('a2', 'a', () => hasLeft)
    hasLeft = true
    const after = call('a3', 'a')
    await expect(waiting.done).rejects.toBeInstanceOf(AbandonedError)
    await first.end()
    await after.end()
    expect(started).toEqual(['a1', 'a3'])
  })
})
