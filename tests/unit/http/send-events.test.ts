import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp, eventHandler, toNodeListener } from 'h3'
import { afterEach, expect, it } from 'vitest'
import { sendEvents } from '~~/server/http/responses/send-events'
import type { LiveReview } from '~~/server/changes/live-review'
import { UnavailableError } from '~~/server/errors/unavailable'
import { watch } from '../../support/server/events'

const cleanUp: (() => unknown)[] = []
afterEach(() => cleanUp.splice(0).forEach(each => each()))

/**
 * Serves the event stream of a review, and opens that stream. `readVersion` returns the version of the
 * review.
 */
async function follow(readVersion: () => number) {
  let changed = () => {}
  const live: LiveReview = {
    workspaceId: 'ws_1',
    read: () => Promise.resolve().then(() => ({ version: readVersion(), updatedAt: '' })),
    subscribe(listener) {
      changed = listener
      return () => {}
    },
  }
  const app = createApp().use(eventHandler(event => sendEvents(event, live, { kind: 'session', id: 'x' })))
  const server = createServer(toNodeListener(app)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stream = await watch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  cleanUp.push(stream.close, () => server.close())
  return { stream, changed: () => changed() }
}

const away = () => {
  throw new UnavailableError('database', new Error('connection refused'))
}

it('while the database is unavailable, an open event stream retries its reads until it is back', async () => {
  const states = [() => 1, away, away, () => 2]
  const { stream, changed } = await follow(() => (states.shift() ?? (() => 2))())
  await expect.poll(stream.lastId).toBe('1')
  changed()
  await expect.poll(() => stream.events).toEqual([{ event: 'changed', id: '2', data: { version: 2 } }])
  expect(states).toEqual([])
})

it('an event stream that begins during a database outage starts when the database is back', async () => {
  const states = [away, () => 1]
  const { stream } = await follow(() => (states.shift() ?? (() => 1))())
  await expect.poll(stream.lastId).toBe('1')
})

it('an event stream ends at any error, unless the error is that the database is unavailable', async () => {
  const states = [
    () => 1,
    () => {
      throw new Error('a fault')
    },
  ]
  const { stream, changed } = await follow(() => (states.shift() ?? (() => 2))())
  await expect.poll(stream.lastId).toBe('1')
  changed()
  await stream.done
  expect(stream.events).toEqual([])
})
