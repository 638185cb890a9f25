import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { forgeKinds, type ForgeKind } from '#shared/forge/dialects'
import { SECOND } from '#shared/time'
import { withoutRequestId, type Call } from '../../support/server/client'
import { joined, type Person } from '../../support/people/sign-up'
import { allRows, eventKindsOf, runSql } from '../../support/data/database'
import { fixtureOn } from '../../support/server/fixture'
import {
  connectForge,
  connectionsOf,
  startConnectedForge,
  startForge,
  type ForgeStub,
} from '../../support/stubs/forge'
import {
  commentEvent,
  createForgeWebhook,
  sendEvent,
  type ForgeWebhook,
} from '../../support/stubs/forge-events'
import { startServer } from '../../support/server/server'
import { preloading } from '../../support/server/preload'

// Starts a server of its own, because tests advance its clock.
const server = await startServer({ FORGES_TO_PRIVATE: 'on', ...preloading('timers', 'quick-passwords') })
afterAll(() => server.stop())

let owner: Person
let agent: Call
let projectId: string
let forge: ForgeStub
let webhook: ForgeWebhook
beforeEach(async () => {
  ;({ person: owner, agent, projectId } = await fixtureOn(server))
})
afterEach(() => {
  forge.stop()
  expect(forge.strayRequests).toEqual([])
})

async function startConnected(kind: ForgeKind): Promise<void> {
  forge = await startConnectedForge(owner.call, projectId, kind)
  webhook = await createForgeWebhook(owner.call, projectId)
}

async function newReview(more: Record<string, unknown> = {}): Promise<string> {
  const fields = { projectId, title: 'Totals wrap', prRef: 'pr-7', ...more }
  return (await agent<{ review: { id: string } }>('POST', '/v1/reviews', fields)).body.review.id
}

const send = (kind: ForgeKind, event: object | string, headers?: Record<string, string>) =>
  sendEvent(server, kind, webhook, event, headers)
const statusOf = async (...sent: Parameters<typeof send>) => (await send(...sent)).status
const answers = () => forge.bodies().filter(each => each.startsWith('<!-- exhibit:answer-'))
/** Returns the text of the comment with which the server answers the comment with this id. */
const answerTo = (id: number, text: string) => `<!-- exhibit:answer-${id} -->\n\n${text}`
const none = 'No review in Exhibit is about this pull request yet.'
/**
 * Returns, for each pull request of the project, the id of the comment that asked last, and whether the
 * server still has to answer it.
 */
const questions = async () => {
  const rows = (await allRows(server)).pull_request_question as Record<string, unknown>[]
  return rows
    .filter(each => each.project_id === projectId)
    .map(each => ({ id: Number(each.comment_id), isDue: each.due_at !== null }))
}
const problemsOf = async () => (await connectionsOf(owner))[0]?.problems ?? []

describe.each(forgeKinds)('a comment /exhibit on %s', kind => {
  beforeEach(() => startConnected(kind))

  it('an `/exhibit` comment gets one reply with the state, counts and URL of each review', async () => {
    const first = await newReview({ title: 'Totals [wrap](x) @bo', externalRef: 'acme/web#7' })
    const second = await newReview({ title: 'Menu', externalRef: 'menu' })
    await newReview({ title: 'Other', prRef: 'acme/other#7' })
    await agent('POST', `/v1/reviews/${first}/threads`, { kind: 'review', body: 'x' })
    await owner.call('POST', `/api/reviews/${first}/status`, { status: 'changes_requested' })
    expect(await statusOf(kind, commentEvent(kind, { body: ' /exhibit \r\nplease' }))).toBe(204)
    await expect.poll(answers).toHaveLength(1)
    const [answer = ''] = answers()
    expect(answer).toContain(
      answerTo(501, `[Menu](${server.url}/reviews/${second}): Waiting for a reviewer\n\n`),
    )
    expect(answer).toMatch(new RegExp(`\\]\\(${server.url}/reviews/${first}\\): Changes requested · 1 open$`))
    expect(answer).not.toMatch(/\[wrap\]\(x\)|@bo|Other/)
    await expect
      .poll(() => connectionsOf(owner))
      .toMatchObject([{ lastWrittenAt: expect.any(String), problems: [] }])
  })

  it('an `/exhibit` comment gets only one reply, and none after the reply to a newer comment', async () => {
    const sent = Array.from({ length: 10 }, () => statusOf(kind, commentEvent(kind)))
    expect(new Set(await Promise.all(sent))).toEqual(new Set([204]))
    await expect.poll(answers).toEqual([answerTo(501, none)])
    expect(await statusOf(kind, commentEvent(kind, { id: 503 }))).toBe(204)
    await expect.poll(answers).toHaveLength(2)
    const answered = [{ id: 503, isDue: false }]
    await expect.poll(questions).toEqual(answered)
    for (const id of [503, 501, 502]) expect(await statusOf(kind, commentEvent(kind, { id }))).toBe(204)
    // No answer is due a second time. Otherwise the server would write another answer, or search for one on
    // the forge.
    expect(await questions()).toEqual(answered)
    expect(await statusOf(kind, commentEvent(kind, { id: 2 ** 40 }))).toBe(204)
    await expect.poll(() => answers().at(-1)).toBe(answerTo(2 ** 40, none))
    expect(answers()).toEqual([501, 503, 2 ** 40].map(id => answerTo(id, none)))
  })

  it('an event other than a new `/exhibit` comment gets 204 and no reply', async () => {
    const events: object[] = [
      { zen: 'Design for failure.', hook_id: 1 },
      commentEvent(kind, { action: 'edited' }),
      commentEvent(kind, { isIssue: true }),
      commentEvent(kind, { repository: 'acme/other' }),
      commentEvent(kind, { body: '/exhibit now' }),
      commentEvent(kind, { body: 'please\n/exhibit' }),
      commentEvent(kind, { body: answerTo(500, '/exhibit') }),
      commentEvent(kind, { pullRequest: 2 ** 31 }),
      ...(kind === 'gitlab' ? [] : [commentEvent(kind, { isByBot: true })]),
    ]
    for (const event of events) expect([event, await statusOf(kind, event)]).toEqual([event, 204])
    expect((await allRows(server)).pull_request_question).not.toContainEqual(
      expect.objectContaining({ project_id: projectId }),
    )
    expect(forge.requests).toEqual([])
  })

  it('a forge event with a wrong signature is refused like one for a project without a webhook', async () => {
    const event = commentEvent(kind)
    const refusal = async (to: Partial<ForgeWebhook>, headers: Record<string, string> = {}) => {
      const response = await sendEvent(server, kind, { ...webhook, ...to }, event, headers)
      return [response.status, withoutRequestId(response)]
    }
    const wrong = await refusal({ secret: 'wrong' })
    expect(wrong).toMatchObject([401, { data: { error: 'unauthorized' } }])
    const { person: outsider, projectId: theirs } = await fixtureOn(server)
    const other = await startConnectedForge(outsider.call, theirs, kind)
    const at = (project: string) => ({ url: `${server.url}/api/projects/${project}/forge/events` })
    expect(await refusal(at(theirs))).toEqual(wrong)
    expect(
      await refusal(await createForgeWebhook(outsider.call, theirs).then(({ secret }) => ({ secret }))),
    ).toEqual(wrong)
    expect(await refusal(at('prj_01AAAAAAAAAAAAAAAAAAAAAAAA'))).toEqual(wrong)
    const unsigned = { 'x-hub-signature-256': '', 'x-gitea-signature': '', 'x-gitlab-token': '' }
    expect(await refusal({}, unsigned)).toEqual(wrong)
    const earlier = webhook
    webhook = await createForgeWebhook(owner.call, projectId)
    expect(await refusal(earlier)).toEqual(wrong)
    await runSql(server, 'UPDATE workspace SET suspended_at = 1 WHERE id = ?', [owner.workspaceId])
    expect(await refusal({})).toEqual(wrong)
    await runSql(server, 'UPDATE workspace SET suspended_at = NULL WHERE id = ?', [owner.workspaceId])
    expect(await statusOf(kind, event)).toBe(204)
    await owner.call('DELETE', `/api/projects/${projectId}/forge`)
    expect(await refusal({})).toEqual(wrong)
    other.stop()
  })

  it('a reply to `/exhibit` is retried after an error of the forge, and never appears twice', async () => {
    forge.respondWith(request => (/comments|notes/.test(request) ? { status: 502 } : undefined))
    await send(kind, commentEvent(kind))
    await expect.poll(problemsOf).toMatchObject([{ reviewId: null, title: 'acme/web#7' }])
    // Adds the answer that an earlier attempt wrote on the pull request, although the response to it did not
    // arrive.
    forge.add(answerTo(501, 'of the attempt before'))
    forge.respondWith(() => undefined)
    await server.advance(10 * SECOND)
    await expect.poll(answers).toEqual([answerTo(501, none)])
    await expect.poll(problemsOf).toEqual([])
  })

  it('an `/exhibit` comment that a revoked token left without a reply gets it with a new token', async () => {
    forge.state.token = 'another'
    await send(kind, commentEvent(kind))
    await expect.poll(problemsOf).toMatchObject([{ error: expect.stringContaining('401') }])
    await connectForge(owner.call, projectId, kind, forge, { token: 'another' })
    await expect.poll(answers).toEqual([answerTo(501, none)])
    await expect.poll(problemsOf).toEqual([])
  })
})

describe('the webhook of a forge', () => {
  it('the secret of a forge webhook is shown once, stored encrypted, replaceable, and audited', async () => {
    await startConnected('github')
    const again = await createForgeWebhook(owner.call, projectId)
    expect(again).toEqual({
      url: `${server.url}/api/projects/${projectId}/forge/events`,
      secret: expect.stringMatching(/^[\w-]{32}$/),
    })
    expect(again.secret).not.toBe(webhook.secret)
    const listed = await connectionsOf(owner)
    expect(listed).toMatchObject([{ answers: true }])
    for (const text of [JSON.stringify(await allRows(server)), JSON.stringify(listed), server.log()])
      expect(text).not.toContain(again.secret)
    expect(
      (await eventKindsOf(server, projectId)).filter(each => each === 'forge.secret_created'),
    ).toHaveLength(2)
  })

  it('only owners of a connected project create the secret of its forge webhook', async () => {
    forge = await startForge('github')
    const path = `/api/projects/${projectId}/forge/secret`
    expect((await owner.call('POST', path)).status).toBe(404)
    await connectForge(owner.call, projectId, 'github', forge)
    const member = await joined(server, owner, 'Mel', 'member')
    expect((await member.call('POST', path)).status).toBe(403)
    expect((await agent('POST', path)).status).toBe(403)
    expect(await connectionsOf(owner)).toMatchObject([{ answers: false }])
  })

  it('a forge webhook secret is deleted with its connection, or if the forge changes', async () => {
    await startConnected('github')
    await connectForge(owner.call, projectId, 'github', forge, { pictures: false })
    expect(await connectionsOf(owner)).toMatchObject([{ answers: true }])
    await send('github', commentEvent('github'))
    await expect.poll(answers).toHaveLength(1)
    const other = await startForge('github')
    await connectForge(owner.call, projectId, 'github', other)
    expect(await connectionsOf(owner)).toMatchObject([{ answers: false }])
    webhook = await createForgeWebhook(owner.call, projectId)
    // Another forge has its own ids of comments.
    await send('github', commentEvent('github', { id: 3 }))
    await expect.poll(() => other.bodies()).toEqual([answerTo(3, none)])
    await owner.call('DELETE', `/api/projects/${projectId}/forge`)
    await connectForge(owner.call, projectId, 'github', other)
    expect(await connectionsOf(owner)).toMatchObject([{ answers: false }])
    other.stop()
  })

  it('an event of a forge must be JSON of at most 1 MiB', async () => {
    await startConnected('github')
    const ofBytes = (bytes: number) => JSON.stringify({ zen: 'x'.repeat(bytes - '{"zen":""}'.length) })
    expect(await statusOf('github', ofBytes(limits.jsonBytes))).toBe(204)
    expect(await statusOf('github', ofBytes(limits.jsonBytes + 1))).toBe(413)
    expect(await statusOf('github', '[]')).toBe(400)
    const form = await send('github', 'payload=%7B%7D', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect([form.status, form.body.data.hint]).toEqual([415, expect.stringContaining('application/json')])
  })
})

describe('an answer about many reviews', () => {
  it('a reply to an `/exhibit` comment lists the newest 20 reviews of a pull request', async () => {
    await startConnected('github')
    for (let n = 1; n <= 20; n++) await newReview({ title: `Screen ${n}`, externalRef: `screen-${n}` })
    await send('github', commentEvent('github'))
    await expect.poll(answers).toHaveLength(1)
    const listed = (text = '') => text.match(/\[Screen \d+\]/g) ?? []
    expect(listed(answers()[0])).toHaveLength(20)
    await newReview({ title: 'Screen 21', externalRef: 'screen-21' })
    await send('github', commentEvent('github', { id: 502 }))
    await expect.poll(answers).toHaveLength(2)
    expect(listed(answers()[1])).toEqual(Array.from({ length: 20 }, (_, n) => `[Screen ${21 - n}]`))
  })
})
