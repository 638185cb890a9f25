import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import type { Thread } from '#shared/contract/thread'
import { HOUR } from '#shared/time'
import type { Call } from '../../support/server/client'
import { startSession } from '../../support/people/sessions'
import { emailOf, signUp, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { openStreams, watch } from '../../support/server/events'
import { membersOf } from '../../support/people/members'
import { sharedServerWithClock, startServer, type TestServer } from '../../support/server/server'
import { fixtureOn } from '../../support/server/fixture'

const { server, person: owner, agent, png } = await fixtureOn(await sharedServerWithClock())
const METRICS_TOKEN = 'metrics-token-of-the-stream-tests'
const { remove, setRole, enroll } = membersOf(owner)

const events = (reviewId: string, query = '') => `${server.url}/api/reviews/${reviewId}/events${query}`
const follow = (reviewId: string, headers: Record<string, string> = {}, query = '') =>
  watch(events(reviewId, query), { cookie: owner.cookie, ...headers })
/** Returns the names of all events except those about viewers. */
const changesOf = (reader: Awaited<ReturnType<typeof watch>>) =>
  reader.events.map(each => each.event).filter(each => each !== 'viewers')
const note = (reviewId: string, body = 'x') =>
  agent<Thread>('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body })
const review = async () => newReview(agent, await owner.project())

describe('GET /api/reviews/{id}/events', () => {
  it('the event stream sends each change with the review version as its id, and a retry time', async () => {
    const reviewId = await review()
    const reader = await follow(reviewId)
    expect(reader.headers['content-type']).toContain('text/event-stream')
    expect(reader.headers['cache-control']).toBe('no-store, no-transform')
    await expect.poll(reader.lastId).not.toBe('')
    expect(reader.events).toEqual([])
    expect(reader.raw()).toContain('retry: 2000\n\n')
    const before = Number(reader.lastId())
    await upload(agent, reviewId, png)
    await note(reviewId)
    await expect.poll(() => reader.lastId()).toBe(String(before + 3))
    for (const each of reader.events)
      expect(each).toEqual({
        event: 'changed',
        id: String((each.data as { version: number }).version),
        data: { version: expect.any(Number) as number },
      })
    const { body } = await note(reviewId)
    await agent('POST', `/v1/threads/${body.threadId}/address`)
    await owner.call('POST', `/v1/threads/${body.threadId}/resolve`)
    await owner.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
    await expect.poll(() => reader.lastId()).toBe(String(before + 7))
    reader.close()
  })

  it('the event stream sends nothing for a change that failed', async () => {
    const reviewId = await review()
    const reader = await follow(reviewId)
    await expect.poll(reader.lastId).not.toBe('')
    const before = Number(reader.lastId())
    expect(
      (await agent('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: '' })).status,
    ).toBe(422)
    // The refused call sent no event: the first event that arrives belongs to the later change.
    await note(reviewId)
    await expect.poll(reader.lastId).toBe(String(before + 1))
    expect(reader.events).toHaveLength(1)
    reader.close()
  })

  it('an event stream with an old Last-Event-ID or `since` sends one event immediately', async () => {
    const reviewId = await review()
    const first = await follow(reviewId)
    await expect.poll(first.lastId).not.toBe('')
    const known = first.lastId()
    first.close()
    const { updatedAt } = (await agent<{ review: { updatedAt: string } }>('GET', `/v1/reviews/${reviewId}`))
      .body.review
    for (let i = 0; i < 5; i++) await note(reviewId)
    for (const reader of [
      await follow(reviewId, { 'last-event-id': known }),
      await follow(reviewId, {}, `?since=${updatedAt}`),
    ]) {
      await expect.poll(() => reader.events).toHaveLength(1)
      expect(reader.lastId()).toBe(String(Number(known) + 5))
      reader.close()
    }
    let version = Number(known) + 5
    for (const isById of [true, false]) {
      const now = (await agent<{ review: { updatedAt: string } }>('GET', `/v1/reviews/${reviewId}`)).body
        .review.updatedAt
      const reader = isById
        ? await follow(reviewId, { 'last-event-id': String(version) })
        : await follow(reviewId, {}, `?since=${now}`)
      await expect.poll(reader.lastId).toBe(String(version))
      // The stream sent no event when it was opened: the first event that arrives belongs to the later
      // change.
      await note(reviewId)
      await expect.poll(reader.lastId).toBe(String(++version))
      expect(reader.events).toHaveLength(1)
      reader.close()
    }
    expect((await owner.call('GET', `/api/reviews/${reviewId}/events?since=yesterday`)).status).toBe(422)
  })

  it('the event stream combines changes that come faster than it sends events', async () => {
    const reviewId = await review()
    const reader = await follow(reviewId)
    await expect.poll(reader.lastId).not.toBe('')
    const before = Number(reader.lastId())
    const started = performance.now()
    await Promise.all(Array.from({ length: 60 }, () => note(reviewId)))
    await expect.poll(reader.lastId).toBe(String(before + 60))
    // The stream sends at most one event in 100 ms, so the maximum depends on the duration of the writes.
    const most = (performance.now() - started) / 100 + 1
    expect(reader.events.length).toBeLessThanOrEqual(Math.min(59, Math.ceil(most)))
    reader.close()
  })

  it('the event stream is refused to people of other workspaces, agents and signed-out clients', async () => {
    const reviewId = await review()
    const outsider = await signUp(server, 'Outsider')
    expect((await outsider.call('GET', `/api/reviews/${reviewId}/events`)).status).toBe(404)
    expect(await agent('GET', `/api/reviews/${reviewId}/events`)).toMatchObject({
      status: 403,
      body: { data: { hint: 'Agents call GET /v1/reviews/{id}/wait instead.' } },
    })
    expect((await fetch(events(reviewId))).status).toBe(401)
    const head = await fetch(events(reviewId), { method: 'HEAD', headers: { cookie: owner.cookie } })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  })

  it('the event stream ends with `gone` when the review is deleted or its reader loses access', async () => {
    const [deleted, inProject] = [await review(), await review()]
    const projectId = (await agent<{ project: { id: string } }>('GET', `/v1/reviews/${inProject}`)).body
      .project.id
    const reviewer = await signUp(server, 'Reviewer')
    const { url } = (
      await owner.call<{ url: string }>('POST', `/api/workspaces/${owner.workspaceId}/invitations`, {
        role: 'reviewer',
      })
    ).body
    await reviewer.call('POST', `/api/invite/${url.split('/').pop()}`)
    const left = await review()
    const readers = [
      await follow(deleted),
      await follow(inProject),
      await watch(events(left), { cookie: reviewer.cookie }),
    ]
    const staying = await follow(left)
    for (const reader of [...readers, staying]) await expect.poll(reader.lastId).not.toBe('')
    await owner.call('DELETE', `/api/reviews/${deleted}`)
    await owner.call('DELETE', `/api/projects/${projectId}`)
    await owner.call('DELETE', `/api/workspaces/${owner.workspaceId}/members/${reviewer.id}`)
    for (const reader of readers) {
      await reader.done
      expect(changesOf(reader)).toEqual(['gone'])
    }
    const another = await signUp(server, 'Leaving')
    const anothers = await another.agent()
    const own = await newReview(anothers, await another.project())
    const signedOut = await watch(events(own), { cookie: another.cookie })
    await expect.poll(signedOut.lastId).not.toBe('')
    await another.call('POST', '/api/auth/sign-out', {}, { origin: server.url })
    await anothers('POST', `/v1/reviews/${own}/threads`, { kind: 'review', body: 'Not sent to this stream.' })
    await signedOut.done
    expect(signedOut.events.map(each => each.event)).toEqual(['gone'])
    expect(changesOf(staying)).toEqual([])
    staying.close()
  })

  it('an event stream ends immediately when its person is removed or its session is signed out', async () => {
    const reviewId = await review()
    const path = `${server.url}/api/reviews/${reviewId}/events`
    const [removed, signedOut] = [await signUp(server, 'Mel'), await signUp(server, 'Sam')]
    await enroll(removed)
    await enroll(signedOut)
    const session = await startSession(server, await emailOf(signedOut))
    const other = await watch(path, { cookie: signedOut.cookie })
    const streams = {
      removed: await watch(path, { cookie: removed.cookie }),
      ended: await watch(path, { cookie: session.cookie }),
    }
    for (const each of [other, streams.removed, streams.ended]) await expect.poll(each.lastId).not.toBe('')
    await remove(removed)
    await streams.removed.done
    await session.end()
    await streams.ended.done
    expect([streams.removed.events.at(-1)?.event, streams.ended.events.at(-1)?.event]).toEqual([
      'gone',
      'gone',
    ])
    await setRole(signedOut, 'reviewer')
    await agent('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'x' })
    await expect.poll(() => changesOf(other)).toEqual(['changed'])
    other.close()
  })
})

describe('a server of event streams', () => {
  // Starts a server of its own, because the tests count its file descriptors and restart it.
  let own: TestServer
  let person: Person
  let call: Call
  let id: string
  beforeAll(async () => {
    own = await startServer({ METRICS_TOKEN })
    person = await signUp(own)
    call = await person.agent()
    id = await newReview(call, await person.project())
  })
  afterAll(() => own.stop())

  it('the server leaves no file descriptor open after 200 event streams have disconnected', async () => {
    const write = () => call('POST', `/v1/reviews/${id}/threads`, { kind: 'review', body: 'x' })
    const join = () => watch(`${own.url}/api/reviews/${id}/events`, { cookie: person.cookie })
    const descriptors = async () => (await readdir(`/proc/${own.pid}/fd`)).length
    const last = await join()
    await expect.poll(last.lastId).not.toBe('')
    const before = await descriptors()
    for (let round = 0; round < 4; round++) {
      const readers = await Promise.all(Array.from({ length: 50 }, join))
      if (round % 2 === 0) await write()
      expect(await descriptors()).toBeGreaterThanOrEqual(before + 45)
      for (const reader of readers) reader.close()
    }
    await expect.poll(descriptors).toBeLessThan(before + 10)
    // The server still sends events on the stream that stayed open.
    const eventsBefore = last.events.length
    await write()
    await expect.poll(() => last.events.length).toBeGreaterThan(eventsBefore)
    last.close()
    expect(own.log()).not.toContain('error')
  })

  it('open event streams do not delay a restart of the server, and a new stream resumes', async () => {
    const reader = await watch(`${own.url}/api/reviews/${id}/events`, { cookie: person.cookie })
    await expect.poll(reader.lastId).not.toBe('')
    await expect.poll(() => openStreams(own, METRICS_TOKEN)).toBe(1)
    const waiting = call<Output<'waitForFeedback'>>('GET', `/v1/reviews/${id}/wait`)
    await expect.poll(() => openStreams(own, METRICS_TOKEN)).toBe(2)
    const began = Date.now()
    await own.restart()
    expect((await waiting).body).toMatchObject({ changed: false })
    // A shutdown that waits for the stream would be forced only after 30 s.
    expect(Date.now() - began).toBeLessThan(25_000)
    await reader.done
    expect(reader.events).toEqual([])
    await call('POST', `/v1/reviews/${id}/threads`, { kind: 'review', body: 'during the stop' })
    const again = await watch(`${own.url}/api/reviews/${id}/events`, {
      'cookie': person.cookie,
      'last-event-id': reader.lastId(),
    })
    await expect.poll(() => again.events).toHaveLength(1)
    again.close()
  })
})

describe('GET /api/share/{token}/events', () => {
  it('the event stream of a share link sends changes until the link is revoked or expires', async () => {
    const reviewId = await review()
    const make = async (body = {}) =>
      (await agent<{ id: string; token: string }>('POST', `/v1/reviews/${reviewId}/share-links`, body)).body
    const [revoked, expiring] = [await make(), await make({ expiresInHours: 1 })]
    const path = (token: string) => `${server.url}/api/share/${token}/events`
    const [first, second] = [await watch(path(revoked.token)), await watch(path(expiring.token))]
    await expect.poll(first.lastId).not.toBe('')
    await note(reviewId)
    await expect.poll(() => first.events.map(each => each.event)).toEqual(['changed'])
    await agent('DELETE', `/v1/share-links/${revoked.id}`)
    await first.done
    expect(first.events.at(-1)?.event).toBe('gone')
    await server.advance(HOUR + 1)
    await note(reviewId)
    await second.done
    expect(second.events.at(-1)?.event).toBe('gone')
    expect((await fetch(path(revoked.token))).status).toBe(404)
    expect((await fetch(path('no-such-token-at-all'))).status).toBe(404)
  })
})
