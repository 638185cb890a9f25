import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { parseJsonInTurn } from '~~/server/bytes/json-object'
import { fairShares } from '~~/server/process/fair-share'
import { runRequest } from '~~/server/process/request-context'

const { small, waitingOfHolder } = fairShares.largeJson
/** Returns JSON of an object with this number of characters. */
const jsonOf = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`
const response = {} as ServerResponse
const parse = (holder: string, length: number) =>
  runRequest({ id: 'r', message: {}, response, holder }, () =>
    parseJsonInTurn(jsonOf(length), 10, 'The body'),
  )

it('large JSON is parsed in different turns of the event loop, and small JSON at once', async () => {
  let turn = 0
  const count = () => {
    turn += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const turnsOf = (length: number) =>
    Promise.all(Array.from({ length: 6 }, () => parse('a', length).then(() => turn)))
  expect(new Set(await turnsOf(small)).size).toBe(1)
  expect(new Set(await turnsOf(small + 1)).size).toBe(6)
  clearImmediate(timer)
})

it('the large JSON of another holder does not wait for all large JSON of a busy one', async () => {
  const order: string[] = []
  const of = (holder: string) => parse(holder, small + 1).then(() => order.push(holder))
  await Promise.all([...Array.from({ length: 20 }, () => of('busy')), of('other')])
  expect(order.indexOf('other')).toBeLessThan(3)
})

it('large JSON is refused if more of it waits than a holder may have', async () => {
  const all = Array.from({ length: waitingOfHolder + 2 }, () => parse('many', small + 1))
  const results = await Promise.allSettled([...all, parse('few', small + 1)])
  const refused = results.filter(each => each.status === 'rejected')
  expect(refused.map(each => each.reason.code)).toEqual(['rate_limited'])
  expect(results.at(-1)?.status).toBe('fulfilled')
})
