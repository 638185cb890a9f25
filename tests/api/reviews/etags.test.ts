import { describe, expect, it, onTestFinished } from 'vitest'
import { capabilities } from '#shared/contract/capabilities'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { plans } from '#shared/plans'
import { DAY } from '#shared/time'
import type { Call } from '../../support/server/client'
import { joined, signUp } from '../../support/people/sign-up'
import { newReview, threadsOf } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { fixtureOn, ownFixture } from '../../support/server/fixture'
import { sharedServerWithClock } from '../../support/server/server'

const { server, person, agent, projectId, png } = await fixtureOn(
  await sharedServerWithClock({ RETENTION: 'plan' }),
)

/** Reads a path, with the ETag of an earlier response if one is given. */
async function read(call: Call, path: string, etag?: string, more: Record<string, string> = {}) {
  const response = await call('GET', path, undefined, { ...(etag && { 'if-none-match': etag }), ...more })
  return { ...response, etag: response.headers.get('etag') ?? '' }
}

/** Creates a review with a picture, a comment and a share link. */
async function reviewed() {
  const id = await newReview(agent, projectId)
  const { artifactId, revisionId } = await upload(agent, id, png)
  const thread = await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'Too wide.',
  })
  const link = await agent<{ id: string; url: string }>('POST', `/v1/reviews/${id}/share-links`, {})
  const token = new URL(link.body.url).pathname.split('/').at(-1) ?? ''
  return { id, artifactId, revisionId, threadId: thread.body.threadId, linkId: link.body.id, token }
}

const addressesOf = ({ id, token }: { id: string; token: string }): [string, Call][] => [
  [`/v1/reviews/${id}`, agent],
  [`/v1/reviews/${id}`, person.call],
  [`/v1/reviews/${id}/markdown`, agent],
  [`/v1/reviews/${id}/markdown?format=text`, agent],
  [`/v1/reviews/${id}/threads?status=all`, agent],
  [`/api/share/${token}`, agent],
]

describe('responses with an ETag', () => {
  it('an unchanged response gets a 304, and each caller and each format has its own ETag', async () => {
    const addresses = addressesOf(await reviewed())
    const etags = new Set<string>()
    for (const [path, call] of addresses) {
      const first = await read(call, path)
      expect([path, first.status, first.etag]).toEqual([
        path,
        200,
        expect.stringMatching(/^"[\w-]{24}\.\w+"$/),
      ])
      expect(first.headers.get('cache-control')).toBe('private, no-cache')
      etags.add(first.etag)
      const again = await read(call, path, `"other", W/${first.etag}`)
      expect([path, again.status, again.etag]).toEqual([path, 304, first.etag])
      expect((await read(call, path, '*')).status).toBe(304)
      expect(await read(call, path)).toMatchObject({ status: 200, etag: first.etag, body: first.body })
    }
    expect(etags.size).toBe(addresses.length)
  })

  it.each<[string, (made: Awaited<ReturnType<typeof reviewed>>) => Promise<unknown>]>([
    ['a comment', ({ id }) => agent('POST', `/v1/reviews/${id}/threads`, { kind: 'review', body: 'x' })],
    ['a reply', ({ threadId }) => agent('POST', `/v1/threads/${threadId}/replies`, { body: 'x' })],
    ['an addressed thread', ({ threadId }) => agent('POST', `/v1/threads/${threadId}/address`)],
    ['a resolved thread', ({ threadId }) => person.call('POST', `/v1/threads/${threadId}/resolve`)],
    ['an edited comment', ({ threadId }) => person.call('DELETE', `/api/threads/${threadId}`)],
    ['a revision', ({ artifactId }) => revise(agent, artifactId, png)],
    ['a verdict', ({ id }) => person.call('POST', `/api/reviews/${id}/status`, { status: 'verified' })],
    ['revoked links', ({ revisionId }) => agent('DELETE', `/v1/revisions/${revisionId}/capabilities`)],
    ['a deletion', ({ artifactId }) => person.call('DELETE', `/api/artifacts/${artifactId}`)],
    [
      'another name of the project',
      () => person.call('PATCH', `/api/projects/${projectId}`, { name: `Project ${Date.now()}` }),
    ],
  ])('a response changes its ETag after %s', async (_what, change) => {
    const made = await reviewed()
    const addresses = addressesOf(made)
    const before = await Promise.all(addresses.map(([path, call]) => read(call, path)))
    await change(made)
    for (const [index, [path, call]] of addresses.entries())
      expect([path, (await read(call, path, before[index]?.etag)).status]).toEqual([path, 200])
  })

  it('a response has a different ETag for each value of a query parameter', async () => {
    const { id, threadId } = await reviewed()
    await person.call('POST', `/v1/threads/${threadId}/resolve`)
    const all = await read(agent, `/v1/reviews/${id}/threads?status=all`)
    const open = await read(agent, `/v1/reviews/${id}/threads?status=open`, all.etag)
    expect([all.body, open.body]).toMatchObject([{ count: 1 }, { count: 0, threads: [] }])
  })

  it('seeing an item changes the ETag of the review only for the person who saw the item', async () => {
    const { id, revisionId } = await reviewed()
    const path = `/v1/reviews/${id}`
    const [mine, agents] = [await read(person.call, path), await read(agent, path)]
    await person.call('POST', `${path}/seen`, { itemIds: [revisionId] })
    const after = await read(person.call, path, mine.etag)
    expect([after.status, (after.body as unknown as ReviewPayload).seenItemIds]).toEqual([200, [revisionId]])
    expect((await read(agent, path, agents.etag)).status).toBe(304)
  })

  it('a cached review is not reused after a person saw other items, even if as many as before', async () => {
    const { id, revisionId, artifactId } = await reviewed()
    const other = (await revise(agent, artifactId, png)).revisionId
    const path = `/v1/reviews/${id}`
    const see = (itemId: string) => person.call('POST', `${path}/seen`, { itemIds: [itemId] })
    await see(revisionId)
    for (const itemId of [other, revisionId, other]) {
      const before = await read(person.call, path)
      await person.call('DELETE', `/api/reviews/${id}/seen`)
      await see(itemId)
      const after = await read(person.call, path, before.etag)
      expect([after.status, (after.body as unknown as ReviewPayload).seenItemIds]).toEqual([200, [itemId]])
    }
  })

  it('the cached response of a person is not sent to another person who saw as many items', async () => {
    const { id, revisionId } = await reviewed()
    const later = await upload(agent, id, png)
    const [thread] = await threadsOf(agent, id)
    const other = await joined(server, person, 'Kim', 'reviewer')
    // Both people saw the later revision, which has the greatest id, and one more item.
    const seen = [
      [person.call, [revisionId, later.revisionId]],
      [other.call, [thread?.comments[0]?.id, later.revisionId]],
    ] as const
    for (const [call, itemIds] of seen) await call('POST', `/v1/reviews/${id}/seen`, { itemIds })
    for (const [call, itemIds] of seen) {
      const { body } = await read(call, `/v1/reviews/${id}`)
      expect(new Set((body as unknown as ReviewPayload).seenItemIds)).toEqual(new Set(itemIds))
    }
  })

  it('a caller who lost access gets an error, not a 304, when they send the ETag of a response', async () => {
    const { id, linkId, token } = await reviewed()
    const path = `/v1/reviews/${id}`
    const member = await joined(server, person, 'Ben', 'member')
    const made = await person.call<{ id: string; token: string }>('POST', '/api/tokens', {
      workspaceId: person.workspaceId,
      name: 'Short-lived',
      capabilities,
    })
    const holder = { authorization: `Bearer ${made.body.token}` }
    const withToken: Call = (method, address, body, headers) =>
      agent(method, address, body, { ...headers, ...holder })
    const held = {
      member: await read(member.call, path),
      token: await read(withToken, path),
      share: await read(agent, `/api/share/${token}`),
    }
    expect(Object.values(held).map(each => each.status)).toEqual([200, 200, 200])
    await person.call('DELETE', `/api/workspaces/${person.workspaceId}/members/${member.id}`)
    await person.call('DELETE', `/api/tokens/${made.body.id}`)
    await agent('DELETE', `/v1/share-links/${linkId}`)
    expect((await read(member.call, path, held.member.etag)).status).toBe(404)
    expect((await read(withToken, path, held.token.etag)).status).toBe(401)
    expect((await read(agent, `/api/share/${token}`, held.share.etag)).status).toBe(404)
  })

  it('a cached response is never older than confirmed changes, even during concurrent writes', async () => {
    const { id } = await reviewed()
    const path = `/v1/reviews/${id}/threads?status=all`
    let confirmed = 1
    let writing = true
    const write = async () => {
      for (let i = 0; i < 40; i++) {
        await agent('POST', `/v1/reviews/${id}/threads`, { kind: 'review', body: `Note ${i}` })
        confirmed += 1
      }
      writing = false
    }
    const follow = async () => {
      let etag: string | undefined
      let count = 0
      while (writing || count < confirmed) {
        const least = confirmed
        const response = await read(agent, path, etag)
        if (response.status === 200) count = (response.body as unknown as { count: number }).count
        expect(count).toBeGreaterThanOrEqual(least)
        etag = response.etag
      }
    }
    await Promise.all([write(), follow(), follow(), follow()])
  })

  it('a large response is compressed if the client accepts brotli, and gets another ETag', async () => {
    const { id } = await reviewed()
    const path = `/v1/reviews/${id}/threads?status=all`
    const small = await read(agent, path, undefined, { 'accept-encoding': 'br' })
    expect(small.headers.get('content-encoding')).toBeNull()
    for (let i = 0; i < 12; i++)
      await agent('POST', `/v1/reviews/${id}/threads`, { kind: 'review', body: 'word '.repeat(100) })
    const address = server.url + path
    const authorization = `Bearer ${await person.token()}`
    const plain = await fetch(address, { headers: { authorization, 'accept-encoding': 'br;q=0, gzip' } })
    const brotli = await fetch(address, { headers: { authorization, 'accept-encoding': 'gzip, br' } })
    expect([plain, brotli].map(each => each.headers.get('content-encoding'))).toEqual([null, 'br'])
    // `fetch` decompresses the response.
    expect(await brotli.text()).toBe(await plain.text())
    const etag = brotli.headers.get('etag') ?? ''
    expect(etag).toBe(plain.headers.get('etag')?.replace(/"$/, '.br"'))
    const again = await fetch(address, { headers: { authorization, 'if-none-match': etag } })
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
  })

  it('the ETag of a response changes when media in the response expires', async () => {
    const own = await signUp(server)
    const call = await own.agent()
    const id = await newReview(call, await own.project())
    await upload(call, id, png)
    const path = `/v1/reviews/${id}`
    const before = await read(call, path)
    await server.advance(plans.free.retention.visibleDays * DAY - 60_000)
    expect((await read(call, path, before.etag)).status).toBe(304)
    await server.advance(60_000)
    const after = await read(call, path, before.etag)
    expect(after.status).toBe(200)
    expect((after.body as unknown as ReviewPayload).artifacts[0]?.currentRevision?.mediaState).toBe('expired')
    expect(after.etag).not.toBe(before.etag)
    expect((await read(call, path, after.etag)).status).toBe(304)
  })

  it('a change of AUTH_SECRET, which ends all media links, changes the ETags of responses', async () => {
    const own = await ownFixture()
    onTestFinished(() => own.server.stop())
    const id = await newReview(own.agent, own.projectId)
    await upload(own.agent, id, png)
    const path = `/v1/reviews/${id}`
    const linkOf = (body: unknown) => (body as ReviewPayload).artifacts[0]?.currentRevision?.embedUrl ?? ''
    const first = await read(own.agent, path)
    expect((await read(own.agent, path, first.etag)).status).toBe(304)
    await own.server.restart({ AUTH_SECRET: 'a new secret of more than 32 characters' })
    expect((await fetch(linkOf(first.body))).status).toBe(404)
    const second = await read(own.agent, path, first.etag)
    expect(second.status).toBe(200)
    expect((await fetch(linkOf(second.body))).status).toBe(200)
  })
})
