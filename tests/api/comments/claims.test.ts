import { describe, expect, it } from 'vitest'
import type { SubmittedEvidence } from '#shared/contract/submitted-evidence'
import type { AddressedThread, Thread } from '#shared/contract/thread'
import { runSql } from '../../support/data/database'
import { pngImage } from '../../support/media/samples'
import { newReview } from '../../support/reviews/review'
import type { Call } from '../../support/server/client'
import { sharedFixture } from '../../support/server/fixture'
import { fileOf, formOf } from '../../support/server/forms'

const { server, person, agent, projectId } = await sharedFixture()
const otherAgent = await person.agent()

type Answer = Thread & { data?: { error: string; message: string } }

async function commented() {
  const reviewId = await newReview(agent, projectId)
  const note = { kind: 'review', body: 'The total wraps.' }
  const { threadId } = (await person.call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, note)).body
  const at = `/v1/threads/${threadId}`
  return {
    reviewId,
    threadId,
    at,
    claim: (by: Call = agent, body: object = {}) => by<Answer>('POST', `${at}/claim`, body),
    read: async () => (await agent<Thread>('GET', at)).body.claim,
    /** Sets the end of the claim to a time in `ms` milliseconds, as if time had passed. */
    endIn: (ms: number) =>
      runSql(server, 'UPDATE thread SET claimed_until = ? WHERE id = ?', [Date.now() + ms, threadId]),
  }
}

const untilOf = (claim: Thread['claim']) => Date.parse(claim?.until ?? '')

describe('POST /v1/threads/{id}/claim', () => {
  it('a claim of a thread lasts ten minutes, and only then can another agent claim the thread', async () => {
    const { claim, read, endIn } = await commented()
    const begun = Date.now()
    const { status, body } = await claim()
    expect([status, body.claim?.by]).toEqual([200, 'ci-agent'])
    expect(untilOf(body.claim)).toBeGreaterThanOrEqual(begun + 10 * 60_000)
    expect(untilOf(body.claim)).toBeLessThanOrEqual(Date.now() + 10 * 60_000)
    const refused = await claim(otherAgent)
    expect([refused.status, refused.body.data?.error]).toEqual([409, 'conflict'])
    expect(refused.body.data?.message).toMatch(/^ci-agent works on this comment until /)
    await endIn(-1)
    expect((await claim(otherAgent)).status).toBe(200)
    expect((await claim()).status).toBe(409)
    expect((await read())?.by).toBe('ci-agent')
  })

  it('of two concurrent claims by two agents, only one succeeds', async () => {
    const { claim } = await commented()
    const statuses = await Promise.all(
      [agent, otherAgent, agent, otherAgent].map(by => claim(by).then(each => each.status)),
    )
    expect(statuses.toSorted()).toEqual([200, 200, 409, 409])
  })

  it('a reply or evidence of the claiming agent extends its claim; replies of others do not', async () => {
    const { claim, read, endIn, at, reviewId } = await commented()
    await claim()
    const left = async () => untilOf(await read()) - Date.now()
    const acts: [() => Promise<unknown>, boolean][] = [
      [() => person.call('POST', `${at}/replies`, { body: 'And here.' }), false],
      [() => otherAgent('POST', `${at}/replies`, { body: 'Looking.' }), false],
      [() => agent('POST', `${at}/replies`, { body: 'Looking.' }), true],
      [
        async () => agent('POST', '/v1/evidence', formOf({ files: fileOf(await pngImage(9, 9)), reviewId })),
        true,
      ],
      [() => claim(), true],
    ]
    for (const [act, extends_] of acts) {
      await endIn(60_000)
      await act()
      expect((await left()) > 9 * 60_000).toBe(extends_)
    }
    await endIn(-1)
    await agent('POST', `${at}/replies`, { body: 'Too late.' })
    expect(await left()).toBeLessThan(0)
  })

  it('a reply of an agent extends all its claims in the review, and lists show when they end', async () => {
    const { reviewId, threadId, claim, endIn, at } = await commented()
    const note = { kind: 'review', body: 'Another.' }
    const other = (await person.call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, note)).body.threadId
    await claim()
    await agent('POST', `/v1/threads/${other}/claim`)
    await endIn(60_000)
    await runSql(server, 'UPDATE thread SET claimed_until = ? WHERE id = ?', [Date.now() + 60_000, other])
    const listed = async () =>
      new Map(
        (await agent<{ threads: Thread[] }>('GET', `/v1/reviews/${reviewId}/threads`)).body.threads.map(
          each => [each.threadId, each.claim],
        ),
      )
    await listed()
    await agent('POST', `${at}/replies`, { body: 'Looking.' })
    for (const id of [threadId, other])
      expect(untilOf((await listed()).get(id) ?? null) - Date.now()).toBeGreaterThan(9 * 60_000)
  })

  it('claiming a thread again within a minute does not change the review', async () => {
    const { claim, reviewId } = await commented()
    await claim()
    const updatedAt = async () =>
      (await agent<{ review: { updatedAt: string } }>('GET', `/v1/reviews/${reviewId}`)).body.review.updatedAt
    const before = await updatedAt()
    expect((await claim()).status).toBe(200)
    expect(await updatedAt()).toBe(before)
  })

  it('a claim ends when its agent releases it, or when a person resolves the thread', async () => {
    const { claim, read, at } = await commented()
    await claim()
    expect((await claim(otherAgent, { release: true })).status).toBe(409)
    expect((await claim(agent, { release: true })).body.claim).toBeNull()
    expect((await claim(otherAgent, { release: true })).body.claim).toBeNull()
    await claim()
    await person.call('POST', `${at}/resolve`)
    expect(await read()).toBeNull()
    const resolved = await claim()
    expect([resolved.status, resolved.body.data?.message]).toEqual([409, 'This comment is resolved.'])
  })

  it('only agents with the capability to reply can claim threads', async () => {
    const { claim } = await commented()
    expect((await claim(person.call)).status).toBe(403)
    expect((await claim(await person.agent({ capabilities: ['feedback:read'] }))).status).toBe(403)
  })
})

describe('several agents that work on the same review', () => {
  it('addressing an addressed thread adds the text, and warns which other agent addressed it', async () => {
    const { at, threadId } = await commented()
    await agent('POST', `${at}/address`, { body: 'Fixed.' })
    const { body } = await otherAgent<AddressedThread>('POST', `${at}/address`, { body: 'Done too.' })
    expect(body.comments.at(-1)?.body).toBe('Done too.')
    expect(body.warnings).toMatchObject([{ code: 'already_addressed', threadId }])
    expect(body.warnings?.[0]?.message).toMatch(
      / is already addressed, by ci-agent at .*: your text was added\.$/,
    )
    const again = await agent<AddressedThread>('POST', `${at}/address`, { body: 'More.' })
    expect(again.body.warnings).toBeUndefined()
  })

  it('a file that another agent already sent gets a warning with the name of that agent', async () => {
    const { reviewId } = await commented()
    const picture = await pngImage(77, 50)
    const send = (by: Call) =>
      by<SubmittedEvidence>('POST', '/v1/evidence', formOf({ files: fileOf(picture), reviewId }))
    const both = await Promise.all([send(agent), send(otherAgent)])
    const outcomes = both.map(each => each.body.files[0])
    expect(outcomes.map(each => each?.outcome).toSorted()).toEqual(['created', 'unchanged'])
    const late = outcomes.find(each => each?.outcome === 'unchanged')
    expect(late?.warnings).toMatchObject([
      { code: 'sent_by_other', message: expect.stringMatching(/^"cart.png" was sent by ci-agent at /) },
    ])
    const owner = outcomes[0]?.outcome === 'created' ? agent : otherAgent
    expect((await send(owner)).body.files[0]?.warnings).toEqual([])
  })
})
