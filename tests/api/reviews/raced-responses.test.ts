import { afterAll, describe, expect, it } from 'vitest'
import { capabilities } from '#shared/contract/capabilities'
import type { ReviewPayload } from '#shared/contract/review'
import { plans } from '#shared/plans'
import { DAY } from '#shared/time'
import { caller, type Call } from '../../support/server/client'
import { joined, signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { fixtureOn } from '../../support/server/fixture'
import { membersOf } from '../../support/people/members'
import { startServer } from '../../support/server/server'
import { deliver, startStripe } from '../../support/stubs/stripe'

const stripe = await startStripe()
const server = await startServer({ ...stripe.env, RETENTION: 'plan' })
const { person, agent, projectId, png } = await fixtureOn(server)
afterAll(async () => {
  await server.stop()
  stripe.stop()
})

/** The number of concurrent readers. It is large enough that some read during the change. */
const READERS = 6
/** The number of reads of each reader before the change, and after its confirmation. */
const READS = 5

interface Answer {
  status: number
  body: unknown
}

/**
 * Reads a path repeatedly while a change is made. Each reader sends the ETag of its last response. Returns
 * the responses before the change, and the responses to reads that began after the change was confirmed.
 */
async function raced(
  call: Call,
  path: string,
  change: () => Promise<{ status: number }>,
): Promise<{ before: Answer[]; after: Answer[] }> {
  const [before, after]: [Answer[], Answer[]] = [[], []]
  let state: 'before' | 'changing' | 'after' = 'before'
  let ready = 0
  const allReady = Promise.withResolvers<undefined>()
  const follow = async (sendsEtag: boolean) => {
    let known: Answer & { etag?: string } = { status: 0, body: null }
    for (let reads = 0, confirmed = 0; confirmed < READS; reads += 1) {
      const begun = state
      const headers = sendsEtag && known.etag ? { 'if-none-match': known.etag } : undefined
      const response = await call('GET', path, undefined, headers)
      if (response.status !== 304)
        known = {
          status: response.status,
          body: response.body,
          etag: response.headers.get('etag') ?? undefined,
        }
      if (begun === 'before' && state === 'before') before.push(known)
      if (begun === 'after') {
        after.push(known)
        confirmed += 1
      }
      if (reads === READS && (ready += 1) === READERS) allReady.resolve(undefined)
    }
  }
  const changing = allReady.promise.then(async () => {
    state = 'changing'
    expect((await change()).status).toBeLessThan(300)
    state = 'after'
  })
  await Promise.all([changing, ...Array.from({ length: READERS }, (_, i) => follow(i % 2 === 0))])
  return { before, after }
}

const statusesOf = (answers: Answer[]) => [...new Set(answers.map(each => each.status))]

describe('reads during a concurrent change', () => {
  it.each([1, 2, 3])('reads with a revoked token return nothing, even in a race, round %i', async () => {
    const id = await newReview(agent, projectId)
    const { body } = await person.call<{ id: string; token: string }>('POST', '/api/tokens', {
      workspaceId: person.workspaceId,
      name: 'Short-lived',
      capabilities,
    })
    const holder = caller(server, { authorization: `Bearer ${body.token}` })
    const revoke = () => person.call('DELETE', `/api/tokens/${body.id}`)
    const { before, after } = await raced(holder, `/v1/reviews/${id}`, revoke)
    expect([statusesOf(before), statusesOf(after)]).toEqual([[200], [401]])
  })

  it.each([1, 2, 3])('reads of a revoked share link return nothing, even in a race, round %i', async () => {
    const id = await newReview(agent, projectId)
    const { body } = await agent<{ id: string; url: string }>('POST', `/v1/reviews/${id}/share-links`, {})
    const token = new URL(body.url).pathname.split('/').at(-1) ?? ''
    const revoke = () => agent('DELETE', `/v1/share-links/${body.id}`)
    const { before, after } = await raced(caller(server, {}), `/api/share/${token}`, revoke)
    expect([statusesOf(before), statusesOf(after)]).toEqual([[200], [404]])
  })

  it.each([1, 2, 3])('reads of a revoked media link return nothing, even in a race, round %i', async () => {
    const id = await newReview(agent, projectId)
    const { revisionId, embedUrl } = await upload(agent, id, png)
    const revoke = () => agent('DELETE', `/v1/revisions/${revisionId}/capabilities`)
    const path = new URL(embedUrl ?? '').pathname
    const { before, after } = await raced(caller(server, {}), path, revoke)
    expect([statusesOf(before), statusesOf(after)]).toEqual([[200], [404]])
  })

  it('reads by a member who is being removed return nothing after the removal', async () => {
    const id = await newReview(agent, projectId)
    const member = await joined(server, person, 'Ben', 'member')
    const { before, after } = await raced(member.call, `/v1/reviews/${id}`, () =>
      person.call('DELETE', `/api/workspaces/${person.workspaceId}/members/${member.id}`),
    )
    expect([statusesOf(before), statusesOf(after)]).toEqual([[200], [404]])
  })

  it('reads after a change of role return only data that the new role may see, even in a race', async () => {
    const member = await joined(server, person, 'Kim', 'member')
    const { before, after } = await raced(member.call, `/api/tokens?workspaceId=${person.workspaceId}`, () =>
      membersOf(person).setRole(member, 'reviewer'),
    )
    expect([statusesOf(before), statusesOf(after)]).toEqual([[200], [403]])
  })

  it.each(['/v1/reviews/{id}', '/v1/reviews/{id}/markdown?format=text', '/v1/reviews/{id}/threads'])(
    'reads after a confirmed change return the new revision or comment, even in a race: %s',
    async address => {
      const id = await newReview(agent, projectId)
      const { artifactId } = await upload(agent, id, png)
      const comment = { geometry: { x: 0.5, y: 0.5 }, body: 'Too wide.' }
      const { before, after } = await raced(agent, address.replace('{id}', id), async () => {
        await revise(agent, artifactId, png)
        return agent('POST', `/v1/artifacts/${artifactId}/annotations`, comment)
      })
      const texts = (answers: Answer[]) => new Set(answers.map(each => JSON.stringify(each.body)))
      expect([texts(before).size, texts(after).size]).toEqual([1, 1])
      expect(texts(after)).not.toEqual(texts(before))
    },
  )

  it('reads after an upgrade of the plan return expired media again, even in a race', async () => {
    const ann = await signUp(server)
    const own = await ann.agent()
    const id = await newReview(own, await ann.project())
    const { embedUrl } = await upload(own, id, png)
    const tag = async () => (await fetch(embedUrl ?? '')).headers.get('etag')
    const shown = await tag()
    const passed = plans.free.retention.visibleDays * DAY + 1000
    await server.advance(passed)
    expect(await tag()).not.toBe(shown)
    const customer = `cus_${id}`
    stripe.subscriptions.set(customer, [{ status: 'active', price: 'price_team' }])
    const event = stripe.signedEvent(
      `evt_${id}`,
      'checkout.session.completed',
      { customer, metadata: { workspaceId: ann.workspaceId } },
      { at: Date.now() + passed },
    )
    const { before, after } = await raced(own, `/v1/reviews/${id}`, () => deliver(server, event))
    const states = (answers: Answer[]) =>
      new Set(answers.map(each => (each.body as ReviewPayload).artifacts[0]?.currentRevision?.mediaState))
    expect([states(before), states(after)]).toEqual([new Set(['expired']), new Set(['active'])])
    expect(await tag()).toBe(shown)
  })

  it('reads after a restart return changes that were made while the server was down', async () => {
    const [path, same] = [
      `/v1/reviews/${await newReview(agent, projectId)}/threads`,
      `/v1/reviews/${await newReview(agent, projectId)}/threads`,
    ]
    const read = (of: string, etag?: string) =>
      agent('GET', of, undefined, etag ? { 'if-none-match': etag } : {})
    const [etag, sameEtag] = [
      (await read(path)).headers.get('etag') ?? '',
      (await read(same)).headers.get('etag') ?? '',
    ]
    await agent('POST', path, { kind: 'review', body: 'Written before the restart.' })
    await server.restart()
    expect((await read(same, sameEtag)).status).toBe(304)
    expect(await read(path, etag)).toMatchObject({ status: 200, body: { count: 1 } })
  })
})
