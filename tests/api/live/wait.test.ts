import { afterAll, describe, expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import type { Thread } from '#shared/contract/thread'
import type { Call } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { runSql } from '../../support/data/database'
import { openStreams } from '../../support/server/events'
import { ownFixture } from '../../support/server/fixture'

type News = Omit<Output<'waitForFeedback'>, 'threads'> & { threads: Thread[] }

const METRICS_TOKEN = 'metrics-token-of-the-wait-tests'
const { server, person, agent, projectId, png } = await ownFixture({ METRICS_TOKEN })
afterAll(() => server.stop())

const wait = (reviewId: string, query: Record<string, string | number> = {}, as: Call = agent) =>
  as<News>('GET', `/v1/reviews/${reviewId}/wait?${new URLSearchParams(query as Record<string, string>)}`)
const comment = async (reviewId: string, body: string, as: Call = person.call) =>
  (await as<Thread>('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body })).body
const decide = (reviewId: string, status: string) =>
  person.call('POST', `/api/reviews/${reviewId}/status`, { status })

/** Resolves when a wait request is open. */
const listening = () => expect.poll(() => openStreams(server, METRICS_TOKEN)).toBeGreaterThan(0)

/** Creates a review with one picture from the agent, and returns the id of the review. */
async function pushed(): Promise<string> {
  const reviewId = await newReview(agent, projectId)
  await upload(agent, reviewId, png)
  return reviewId
}

describe('GET /v1/reviews/{id}/wait', () => {
  it('a wait request immediately returns the changes by others since the caller’s last action', async () => {
    const reviewId = await pushed()
    const first = await comment(reviewId, 'Wrong color.')
    await person.call('POST', `/v1/threads/${first.threadId}/replies`, { body: 'And too small.' })
    const { status, body } = await wait(reviewId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      reviewId,
      changed: true,
      status: 'open',
      nextAction: { action: 'apply_feedback' },
      counts: { open: 1, addressed: 0, resolved: 0, total: 1 },
    })
    expect(body.threads.map(each => each.comments.map(({ body: text }) => text))).toEqual([
      ['Wrong color.', 'And too small.'],
    ])
  })

  it('a wait request finds an unanswered comment, even after a comment of a version before 1.0', async () => {
    const reviewId = await pushed()
    const [oldest] = (await comment(reviewId, 'Of an older version.')).comments
    await runSql(server, 'UPDATE event SET review_version = NULL WHERE subject_id = ?', [oldest?.id ?? ''])
    const unanswered = await comment(reviewId, 'Wrong color.')
    await upload(agent, reviewId, png)
    const { body } = await wait(reviewId, { seconds: 0 })
    expect(body.threads.map(each => each.threadId)).toEqual([unanswered.threadId])
  })

  it('a wait request immediately returns older comments that the caller has not answered', async () => {
    const reviewId = await pushed()
    await comment(reviewId, 'Wrong color.')
    const second = await comment(reviewId, 'Too small.')
    await agent('POST', `/v1/threads/${second.threadId}/replies`, { body: 'Larger now.' })
    const { body } = await wait(reviewId, { seconds: 0 })
    expect([body.changed, body.threads.map(each => each.comment)]).toEqual([
      true,
      ['Wrong color.', 'Too small.'],
    ])
  })

  it('a HEAD request for the wait URL responds immediately', async () => {
    const reviewId = await pushed()
    const head = async (id: string) => {
      const headers = { authorization: `Bearer ${await person.token()}` }
      return fetch(`${server.url}/v1/reviews/${id}/wait`, { method: 'HEAD', headers })
    }
    const response = await head(reviewId)
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect((await head('rev_0')).status).toBe(404)
    await expect.poll(() => openStreams(server, METRICS_TOKEN)).toBe(0)
  })

  it('a wait request without changes ends after `seconds`; its cursor leads to later changes', async () => {
    const reviewId = await pushed()
    const quiet = (await wait(reviewId, { seconds: 0 })).body
    expect(quiet).toMatchObject({
      changed: false,
      threads: [],
      nextAction: { action: 'wait_for_person' },
      counts: { total: 0 },
    })
    await comment(reviewId, 'Between two calls.')
    const { body } = await wait(reviewId, { since: quiet.cursor })
    expect(body.threads.map(each => each.comment)).toEqual(['Between two calls.'])
    expect((await wait(reviewId, { since: body.cursor, seconds: 0 })).body).toMatchObject({
      changed: false,
      nextAction: { action: 'apply_feedback' },
      counts: { open: 1 },
    })
    expect((await wait(reviewId, { since: quiet.cursor, seconds: 0 })).body.threads).toHaveLength(1)
  })

  it('a wait request ignores changes by the caller, but not changes by another agent', async () => {
    const reviewId = await pushed()
    const { cursor } = (await wait(reviewId, { seconds: 0 })).body
    const own = await comment(reviewId, 'I wonder.', agent)
    await agent('POST', `/v1/threads/${own.threadId}/address`, { body: 'Done.' })
    expect((await wait(reviewId, { since: cursor, seconds: 1 })).body).toMatchObject({
      changed: false,
      threads: [],
    })
    await comment(reviewId, 'Me too.', await person.agent())
    expect((await wait(reviewId, { since: cursor })).body.threads.map(each => each.comment)).toEqual([
      'Me too.',
    ])
  })

  it('a wait request gets its response as soon as a person gives a verdict', async () => {
    const reviewId = await pushed()
    const waiting = wait(reviewId, { gather: 30 })
    await listening()
    await comment(reviewId, 'Not yet.')
    await decide(reviewId, 'changes_requested')
    const { body } = await waiting
    expect(body).toMatchObject({ changed: true, status: 'changes_requested' })
    expect(body.threads.map(each => each.comment)).toEqual(['Not yet.'])

    await agent('POST', `/v1/threads/${body.threads[0]?.threadId}/address`)
    await upload(agent, reviewId, png)
    expect((await wait(reviewId, { since: body.cursor, seconds: 0 })).body.nextAction.action).toBe(
      'wait_for_person',
    )
    const next = wait(reviewId)
    await listening()
    await decide(reviewId, 'verified')
    expect((await next).body).toMatchObject({
      changed: true,
      status: 'verified',
      threads: [],
      nextAction: { action: 'done' },
    })
  })

  it('a wait request collects further comments for `gather` seconds, but not with gather=0', async () => {
    const reviewId = await pushed()
    const waiting = wait(reviewId, { gather: 3 })
    await listening()
    await comment(reviewId, 'One.')
    await comment(reviewId, 'Two.')
    const { body } = await waiting
    expect(body.threads.map(each => each.comment)).toEqual(['One.', 'Two.'])

    const hasty = wait(reviewId, { since: body.cursor, gather: 0 })
    await listening()
    await comment(reviewId, 'Three.')
    const third = (await hasty).body
    expect(third.threads.map(each => each.comment)).toEqual(['Three.'])
  })

  it('a wait request does not collect comments for longer than its `seconds`', async () => {
    const reviewId = await pushed()
    const waiting = wait(reviewId, { seconds: 2, gather: 30 })
    await listening()
    await comment(reviewId, 'One.')
    expect((await waiting).body.threads.map(each => each.comment)).toEqual(['One.'])
  })

  it('a wait request reports a deleted thread by new counts, and a deleted review as `deleted`', async () => {
    const reviewId = await pushed()
    const { threadId } = await comment(reviewId, 'Never mind.')
    const { cursor } = (await wait(reviewId)).body
    await person.call('DELETE', `/api/threads/${threadId}`)
    const deleted = (await wait(reviewId, { since: cursor })).body
    expect(deleted).toMatchObject({ changed: true, threads: [], counts: { total: 0 } })
    const waiting = wait(reviewId, { since: deleted.cursor })
    await listening()
    await person.call('DELETE', `/api/reviews/${reviewId}`)
    expect((await waiting).body).toMatchObject({ status: 'deleted', nextAction: { action: 'stop' } })
    expect((await wait(reviewId)).status).toBe(404)
  })

  it('a wait request treats a cursor above the current one as the current cursor', async () => {
    const reviewId = await pushed()
    const answers: News[] = []
    void wait(reviewId, { since: 999_999, gather: 0 }).then(({ body }) => answers.push(body))
    // The server reads the current cursor only after the wait request has arrived, so the test adds comments
    // until the request gets a response.
    const commented = async () => {
      await comment(reviewId, 'Later.')
      return answers.map(({ changed, threads }) => [changed, threads[0]?.comment])
    }
    await expect.poll(commented, { interval: 500 }).toEqual([[true, 'Later.']])
  })

  it('a wait request gets 401 if its token is revoked during it, 403 without the capability', async () => {
    const reviewId = await pushed()
    const other = await person.agent()
    const { cursor } = (await wait(reviewId, { seconds: 0 }, other)).body
    const waiting = wait(reviewId, { since: cursor }, other)
    await listening()
    const { tokens } = (
      await person.call<{ tokens: { id: string }[] }>('GET', `/api/tokens?workspaceId=${person.workspaceId}`)
    ).body
    for (const { id } of tokens.slice(0, 1)) await person.call('DELETE', `/api/tokens/${id}`)
    await comment(reviewId, 'Too late.')
    expect((await waiting).status).toBe(401)
    const blind = await person.agent({ capabilities: ['artifact:write'] })
    expect((await wait(reviewId, { seconds: 0 }, blind)).status).toBe(403)
  })

  it.each([
    { seconds: 56 },
    { seconds: -1 },
    { seconds: 1.5 },
    { seconds: 'soon' },
    { gather: 31 },
    { since: 'rev_1' },
    { since: '1'.repeat(16) },
  ])('the error of a wait request with a wrong value names the field: %o', async query => {
    const reviewId = await pushed()
    const { status, body } = await wait(reviewId, query as unknown as Record<string, string>)
    expect(status).toBeGreaterThanOrEqual(400)
    expect((body as unknown as { data: object }).data).toMatchObject({
      error: 'invalid_request',
      field: Object.keys(query)[0],
    })
  })

  it('a wait request accepts the largest allowed values', async () => {
    const reviewId = await pushed()
    await comment(reviewId, 'News.')
    expect((await wait(reviewId, { seconds: 55, gather: 30 })).body.changed).toBe(true)
    expect((await wait(reviewId, { since: '9'.repeat(15), seconds: 0 })).body.changed).toBe(false)
  })

  it('the agents of a person have at most 200 open wait requests on a node', async () => {
    const reviewId = await pushed()
    const authorization = `Bearer ${await person.token()}`
    const { cursor } = (await wait(reviewId, { seconds: 0 })).body
    const leave = new AbortController()
    const ask = (seconds: number, signal?: AbortSignal) =>
      fetch(`${server.url}/v1/reviews/${reviewId}/wait?since=${cursor}&seconds=${seconds}`, {
        headers: { authorization },
        signal,
      })
    // Opens more requests than the limit of each node, because requests of the poll below can count toward
    // it.
    const waiting = Array.from({ length: 250 * server.nodeUrls.length }, () =>
      ask(55, leave.signal).catch(() => null),
    )
    await expect.poll(async () => (await ask(0)).status).toBe(429)
    leave.abort()
    await Promise.all(waiting)
    await expect.poll(async () => (await ask(0)).status).toBe(200)
  })

  it('the list of threads contains the next action for the agent', async () => {
    const reviewId = await newReview(agent, projectId)
    const read = async () =>
      (await agent<Output<'listThreads'>>('GET', `/v1/reviews/${reviewId}/threads`)).body.nextAction.action
    expect(await read()).toBe('upload_revision')
    await upload(agent, reviewId, png)
    expect(await read()).toBe('wait_for_person')
    await comment(reviewId, 'No.')
    expect(await read()).toBe('apply_feedback')
    await decide(reviewId, 'verified')
    expect(await read()).toBe('done')
  })

  it('when an agent has replied to each open comment, the next action is to wait for a person', async () => {
    const reviewId = await pushed()
    const list = async () =>
      (await agent<Output<'listThreads'>>('GET', `/v1/reviews/${reviewId}/threads`)).body.nextAction
    const [first, second] = [await comment(reviewId, 'No.'), await comment(reviewId, 'Neither.')]
    const reply = (thread: Thread, as: Call = agent) =>
      as('POST', `/v1/threads/${thread.threadId}/replies`, { body: 'Shall I drop it?' })
    await reply(first)
    expect((await list()).action).toBe('apply_feedback')
    await reply(second)
    expect(await list()).toMatchObject({
      action: 'wait_for_person',
      summary: expect.stringContaining('2 open comments, and an agent replied last'),
    })
    await reply(second, person.call)
    expect((await list()).action).toBe('apply_feedback')
  })

  it('a comment by an agent counts as feedback if no person has replied to it', async () => {
    const reviewId = await pushed()
    await comment(reviewId, 'The chart overflows.', agent)
    expect((await wait(reviewId, { seconds: 0 })).body.nextAction.action).toBe('apply_feedback')
  })

  it('the next action states that evidence was uploaded after the verdict', async () => {
    const reviewId = await pushed()
    await decide(reviewId, 'verified')
    await upload(agent, reviewId, png)
    expect((await wait(reviewId, { seconds: 0 })).body).toMatchObject({
      status: 'verified',
      nextAction: {
        action: 'wait_for_person',
        summary: 'New evidence came after the verdict. Wait for a person to review.',
      },
    })
  })
})
