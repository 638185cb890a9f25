import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import type { AuditEvent } from '#shared/contract/event'
import { limits } from '#shared/contract/kit/limits'
import type { WebhookDelivery } from '#shared/contract/webhook'
import type { Thread } from '#shared/contract/thread'
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time'
import { signUp, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { runSql } from '../../support/data/database'
import { fixtureOn, type Fixture } from '../../support/server/fixture'
import { startServer } from '../../support/server/server'
import { sweepOnTime } from '../../support/server/sweep'
import { preloading } from '../../support/server/preload'
import {
  deliveriesOf,
  newWebhook,
  readWebhook,
  startReceiver,
  status,
  type ReceivedMessage,
  type Receiver,
} from '../../support/stubs/webhooks'

const server = await startServer({
  ...preloading('timers', 'timeouts', 'quick-passwords'),
  WEBHOOKS_TO_PRIVATE: 'on',
  LOG_LEVEL: 'info',
})
afterAll(() => server.stop())

let owner: Person
let agent: Fixture['agent']
let projectId: string
let png: Buffer
let reviewId: string
let receiver: Receiver
beforeEach(async () => {
  ;({ person: owner, agent, projectId, png } = await fixtureOn(server))
  reviewId = await newReview(agent, projectId, 'Totals <wrap> & *bold*')
  receiver = await startReceiver()
})
afterEach(() => receiver.stop())

const decide = (verdict: string) => owner.call('POST', `/api/reviews/${reviewId}/status`, { status: verdict })
const arrived = (count: number) => expect.poll(() => receiver.messages.length).toBe(count)
const idOf = (message: ReceivedMessage | undefined) => String(message?.headers['webhook-id'])
const headersOf = ({ headers }: ReceivedMessage) => headers as Record<string, string>
const settled = (id: string, count = 1) =>
  expect
    .poll(async () => (await deliveriesOf(owner, id)).filter(each => each.status !== 'pending').length)
    .toBe(count)
/** Waits until the log contains the results of `count` attempts of the newest message. */
const attempted = (id: string, count: number) =>
  expect.poll(async () => (await deliveriesOf(owner, id))[0]?.attempts.length).toBe(count)
/**
 * Waits long enough for a delivery that must not happen. The worker sends the message that was due first. So
 * after it has sent two later messages of another workspace, the delivery would have happened.
 */
async function quiet(): Promise<void> {
  const elsewhere = await startReceiver()
  const other = await signUp(server, 'Other')
  const { id } = await newWebhook(other, elsewhere.url)
  for (let turn = 1; turn <= 2; turn++) {
    await server.advance(SECOND)
    await other.call('POST', `/api/webhooks/${id}/test`)
    await expect.poll(() => elsewhere.messages.length).toBe(turn)
  }
  await elsewhere.stop()
}

describe('a webhook message', () => {
  it('a webhook message is signed as Standard Webhooks requires, and identifies its review', async () => {
    const { id, secret } = await newWebhook(owner, `${receiver.url}/hook?x=1`)
    await decide('changes_requested')
    await arrived(1)
    const [message] = receiver.messages
    if (!message) throw new Error('nothing arrived')
    expect(message.path).toBe('/hook?x=1')
    expect(new StandardWebhook(secret).verify(message.body, headersOf(message))).toEqual({
      type: 'review.changes_requested',
      timestamp: expect.any(String),
      data: {
        workspaceId: owner.workspaceId,
        projectId,
        reviewId,
        subjectId: reviewId,
        actor: { type: 'human', id: owner.id },
        status: 'changes_requested',
        url: `${server.url}/reviews/${reviewId}`,
      },
    })
    expect(() => new StandardWebhook(secret).verify(`${message.body} `, headersOf(message))).toThrow()
    await settled(id)
    expect(await deliveriesOf(owner, id)).toMatchObject([
      {
        id: idOf(message),
        type: 'review.changes_requested',
        status: 'delivered',
        reviewId,
        nextAttemptAt: null,
        attempts: [{ status: 204, response: '', error: null }],
      },
    ])
  })

  it('a webhook receives only the chosen events of its project, and never the text of comments', async () => {
    const other = await owner.project('Other')
    const otherReview = await newReview(agent, other)
    await newWebhook(owner, `${receiver.url}/chosen`, { events: ['thread.created', 'thread.resolved'] })
    await newWebhook(owner, `${receiver.url}/project`, { events: ['review.verified'], projectId: other })
    const outsider = await signUp(server, 'Outsider')
    await newWebhook(outsider, `${receiver.url}/foreign`, { events: ['review.verified', 'thread.created'] })
    const { artifactId } = await upload(agent, reviewId, png)
    const { body } = await owner.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0, y: 0 },
      body: 'Only for this workspace.',
    })
    await owner.call('POST', `/v1/threads/${body.threadId}/resolve`, { body: 'Resolved in private.' })
    await decide('verified')
    await owner.call('POST', `/api/reviews/${otherReview}/status`, { status: 'verified' })
    await arrived(3)
    await quiet()
    const seen = receiver.messages.map(({ path, body: json }) => {
      const { type, data } = JSON.parse(json) as { type: string; data: Record<string, unknown> }
      return [path, type, data.subjectId, data.status, data.url]
    })
    const thread = `${server.url}/reviews/${reviewId}#${body.threadId}`
    expect(seen.sort()).toEqual([
      ['/chosen', 'thread.created', body.threadId, 'open', thread],
      ['/chosen', 'thread.resolved', body.threadId, 'resolved', thread],
      ['/project', 'review.verified', otherReview, 'verified', `${server.url}/reviews/${otherReview}`],
    ])
    expect(receiver.messages.map(each => each.body).join()).not.toMatch(/this workspace|in private/)
  })

  it('a webhook message is not sent for a change that failed or changed nothing', async () => {
    await newWebhook(owner, receiver.url)
    expect((await decide('no such verdict')).status).toBe(422)
    expect((await decide('open')).status).toBe(200)
    await decide('verified')
    await arrived(1)
    await quiet()
    expect(receiver.messages.length).toBe(1)
  })

  it('a webhook message has the format of Slack or Discord, and its titles are escaped', async () => {
    await newWebhook(owner, `${receiver.url}/slack`, { format: 'slack' })
    await newWebhook(owner, `${receiver.url}/discord`, { format: 'discord' })
    await decide('changes_requested')
    await arrived(2)
    const bodies = Object.fromEntries(receiver.messages.map(({ path, body }) => [path, JSON.parse(body)]))
    const page = `${server.url}/reviews/${reviewId}`
    expect(bodies).toEqual({
      '/slack': { text: `Ann requested changes on <${page}|Totals &lt;wrap&gt; &amp; ∗bold∗>` },
      '/discord': {
        content: `Ann requested changes on [Totals \\<wrap\\> & \\*bold\\*](<${page}>)`,
        allowed_mentions: { parse: [] },
      },
    })
  })

  it('a webhook message is signed with both secrets for 24 hours after a rotation', async () => {
    const { id, secret } = await newWebhook(owner, receiver.url)
    const rotate = async () =>
      (await owner.call<{ secret: string }>('POST', `/api/webhooks/${id}/secret`)).body.secret
    const middle = await rotate()
    const newest = await rotate()
    await decide('verified')
    await arrived(1)
    const verifies = (key: string, message: ReceivedMessage | undefined) => {
      if (!message) throw new Error('nothing arrived')
      // By default, the package `standardwebhooks` uses the clock of this process, but the clock of the
      // server may be ahead.
      const now = new Date(Number(message.headers['webhook-timestamp']) * SECOND)
      const expected = new StandardWebhook(key).sign(idOf(message), now, message.body)
      return String(message.headers['webhook-signature']).split(' ').includes(expected)
    }
    const [both] = receiver.messages
    expect([newest, middle, secret].map(key => verifies(key, both))).toEqual([true, true, false])
    await server.advance(limits.webhookSecretOverlapMs + MINUTE)
    await decide('changes_requested')
    await arrived(2)
    expect([newest, middle].map(key => verifies(key, receiver.messages[1]))).toEqual([true, false])
    expect(await readWebhook(owner, id)).toMatchObject({ previousSecretExpiresAt: null })
  })

  it('a test message of a webhook is sent only once, even if it fails', async () => {
    const { id } = await newWebhook(owner, receiver.url)
    receiver.respondWith(status(500))
    const test = await owner.call<WebhookDelivery>('POST', `/api/webhooks/${id}/test`)
    expect(test).toMatchObject({ status: 201, body: { type: 'webhook.test', status: 'pending' } })
    await settled(id)
    expect(JSON.parse(receiver.messages[0]?.body ?? '')).toMatchObject({
      type: 'webhook.test',
      data: { subjectId: id, reviewId: null, url: `${server.url}/settings/webhooks` },
    })
    expect(await deliveriesOf(owner, id)).toMatchObject([{ status: 'failed', attempts: [{ status: 500 }] }])
  })
})

describe('a failed webhook message', () => {
  it('a failed webhook message is sent ten times over three days with the same id', async () => {
    const { id } = await newWebhook(owner, receiver.url)
    receiver.respondWith(status(500))
    await decide('verified')
    await attempted(id, 1)
    const pauses = [5 / 60, 5, 30, 2 * 60, 5 * 60, 10 * 60, 14 * 60, 20 * 60, 24 * 60]
    for (const [index, minutes] of pauses.entries()) {
      const [delivery] = await deliveriesOf(owner, id)
      const last = delivery?.attempts.at(-1)
      const pause = Date.parse(delivery?.nextAttemptAt ?? '') - Date.parse(last?.at ?? '') - (last?.ms ?? 0)
      expect(pause).toBeGreaterThanOrEqual(minutes * MINUTE)
      expect(pause).toBeLessThanOrEqual(minutes * MINUTE * 1.1 + 1)
      await server.advance(minutes * MINUTE * 1.1)
      await attempted(id, index + 2)
    }
    expect(await deliveriesOf(owner, id)).toMatchObject([{ status: 'failed', nextAttemptAt: null }])
    await server.advance(2 * DAY)
    await quiet()
    expect(receiver.messages.length).toBe(10)
    expect(new Set(receiver.messages.map(idOf)).size).toBe(1)
    expect(new Set(receiver.messages.map(each => each.headers['webhook-timestamp'])).size).toBe(10)
    expect(new Set(receiver.messages.map(each => each.headers['webhook-signature'])).size).toBe(10)
    expect(await readWebhook(owner, id)).toMatchObject({ disabledAt: null })
  })

  it('a successful retry of a message ends the failing state of its webhook', async () => {
    const { id } = await newWebhook(owner, receiver.url)
    receiver.respondWith(status(503))
    await decide('verified')
    await attempted(id, 1)
    expect((await readWebhook(owner, id)).failingSince).not.toBeNull()
    receiver.respondWith(status(200))
    await server.advance(10 * SECOND)
    await settled(id)
    expect(await deliveriesOf(owner, id)).toMatchObject([
      { status: 'delivered', attempts: [{ status: 503 }, { status: 200 }] },
    ])
    expect((await readWebhook(owner, id)).failingSince).toBeNull()
  })

  it('a failed webhook message is not retried while its workspace is suspended', async () => {
    const { id } = await newWebhook(owner, receiver.url)
    receiver.respondWith(status(503))
    await decide('verified')
    await attempted(id, 1)
    await runSql(server, 'UPDATE workspace SET suspended_at = 1 WHERE id = ?', [owner.workspaceId])
    receiver.respondWith(status(200))
    await server.advance(MINUTE)
    await quiet()
    expect(receiver.messages.length).toBe(1)
    await runSql(server, 'UPDATE workspace SET suspended_at = NULL WHERE id = ?', [owner.workspaceId])
    await settled(id)
    expect(receiver.messages.length).toBe(2)
  })

  it('a webhook message follows no redirect', async () => {
    const elsewhere = await startReceiver()
    try {
      const { id } = await newWebhook(owner, receiver.url)
      receiver.respondWith(status(307, { location: elsewhere.url }))
      await decide('verified')
      await attempted(id, 1)
      expect(await deliveriesOf(owner, id)).toMatchObject([
        { status: 'pending', attempts: [{ status: 307 }] },
      ])
      expect(elsewhere.messages).toEqual([])
    } finally {
      await elsewhere.stop()
    }
  })

  it('a failed webhook message is retried after the delay that Retry-After requests', async () => {
    const { id } = await newWebhook(owner, receiver.url)
    receiver.respondWith(status(429, { 'retry-after': '3600' }))
    await decide('verified')
    await attempted(id, 1)
    receiver.respondWith(status(200))
    await server.advance(50 * MINUTE)
    await quiet()
    expect(receiver.messages.length).toBe(1)
    await server.advance(20 * MINUTE)
    await arrived(2)
  })

  it('a 410 response disables the webhook immediately and cancels its pending messages', async () => {
    const { id } = await newWebhook(owner, receiver.url)
    receiver.respondWith(status(500))
    await decide('verified')
    await attempted(id, 1)
    receiver.respondWith(status(410))
    await decide('changes_requested')
    await expect.poll(async () => (await readWebhook(owner, id)).disabledReason).toBe('gone')
    expect((await deliveriesOf(owner, id)).map(each => each.status)).toEqual(['failed', 'failed'])
    const { body } = await owner.call<{ events: AuditEvent[] }>(
      'GET',
      `/api/workspaces/${owner.workspaceId}/events?kind=webhook.disabled`,
    )
    expect(body.events).toMatchObject([{ actor: { type: 'system' }, subjectId: id, detail: 'gone' }])
    await decide('open')
    await server.advance(HOUR)
    await quiet()
    expect(receiver.messages.length).toBe(2)
  })

  it('a webhook is disabled when it has failed for five days without a success, not earlier', async () => {
    const { id } = await newWebhook(owner, receiver.url)
    receiver.respondWith(status(500))
    const fail = async () => {
      await decide((await readVerdict()) === 'verified' ? 'changes_requested' : 'verified')
      await attempted(id, 1)
    }
    await fail()
    await server.advance(limits.webhookFailingMs - HOUR)
    await fail()
    expect((await readWebhook(owner, id)).disabledReason).toBeNull()
    await server.advance(2 * HOUR)
    await expect.poll(async () => (await readWebhook(owner, id)).disabledReason).toBe('failures')
    receiver.respondWith(status(200))
    await owner.call('PATCH', `/api/webhooks/${id}`, { enabled: true })
    await decide('open')
    await expect.poll(async () => (await deliveriesOf(owner, id))[0]?.status).toBe('delivered')
    expect(await readWebhook(owner, id)).toMatchObject({ disabledAt: null, failingSince: null })
  })

  it('the log of a failed webhook message contains the first kilobyte of the response', async () => {
    const { id } = await newWebhook(owner, receiver.url)
    const reply = `\u0000\u001b\u009b\u202e${'é'.repeat(600)}end`
    receiver.respondWith((_request, response) => response.writeHead(400).end(reply))
    await decide('verified')
    await attempted(id, 1)
    const [delivery] = await deliveriesOf(owner, id)
    // The log omits the invisible characters, which take 7 of the 1,024 bytes.
    expect(delivery?.attempts[0]?.response).toMatch(/^é{508}�?$/)
  })

  it('the log of a failed webhook message contains the reason when there is no response', async () => {
    const { id } = await newWebhook(owner, receiver.url)
    await receiver.stop()
    await decide('verified')
    await attempted(id, 1)
    expect((await deliveriesOf(owner, id))[0]?.attempts).toMatchObject([
      { status: null, response: null, error: 'The receiver refused the connection.' },
    ])
  })

  it('a webhook message fails after 15 seconds without a response', async () => {
    const { id } = await newWebhook(owner, receiver.url)
    receiver.respondWith(() => {})
    await decide('verified')
    await arrived(1)
    await server.advance(limits.webhookTimeoutMs - 5 * SECOND)
    expect(await deliveriesOf(owner, id)).toMatchObject([{ status: 'pending', attempts: [] }])
    await server.advance(5 * SECOND)
    await attempted(id, 1)
    expect(await deliveriesOf(owner, id)).toMatchObject([
      { attempts: [{ status: null, error: 'The receiver did not respond within 15 seconds.' }] },
    ])
  })

  it('the time limit of a webhook message is 15 seconds, or 5 seconds while the webhook fails', async () => {
    const { id } = await newWebhook(owner, receiver.url)
    receiver.respondWith(status(500))
    await decide('verified')
    await attempted(id, 1)
    receiver.respondWith(() => {})
    await server.advance(6 * SECOND)
    await arrived(2)
    await server.advance(limits.webhookFailingTimeoutMs)
    await attempted(id, 2)
    await server.advance(6 * MINUTE)
    await arrived(3)
    await server.advance(limits.webhookFailingTimeoutMs)
    expect((await deliveriesOf(owner, id))[0]?.attempts).toHaveLength(2)
    await server.advance(limits.webhookTimeoutMs)
    await attempted(id, 3)
    expect((await deliveriesOf(owner, id))[0]?.attempts.map(({ error }) => error)).toEqual([
      null,
      'The receiver did not respond within 5 seconds.',
      'The receiver did not respond within 15 seconds.',
    ])
  })
})

describe('the deliveries of a webhook', () => {
  it('a webhook message can be sent again with the same id, even if it was delivered', async () => {
    const { id } = await newWebhook(owner, receiver.url)
    await decide('verified')
    await settled(id)
    const [delivery] = await deliveriesOf(owner, id)
    const again = await owner.call<WebhookDelivery>('POST', `/api/deliveries/${delivery?.id}/redeliver`)
    expect(again).toMatchObject({ status: 200, body: { id: delivery?.id, status: 'pending' } })
    await arrived(2)
    await attempted(id, 2)
    expect(receiver.messages.map(idOf)).toEqual([delivery?.id, delivery?.id])
    expect(receiver.messages[1]?.body).toBe(receiver.messages[0]?.body)
    expect(await deliveriesOf(owner, id)).toMatchObject([{ status: 'delivered' }])
  })

  it('the deliveries of a webhook are listed in pages, newest first', async () => {
    const { id } = await newWebhook(owner, receiver.url)
    const sent: string[] = []
    for (let count = 0; count <= limits.pageSize; count++)
      sent.unshift((await owner.call<WebhookDelivery>('POST', `/api/webhooks/${id}/test`)).body.id)
    const read = async (query: string) =>
      (
        await owner.call<{ deliveries: WebhookDelivery[]; next: string | null }>(
          'GET',
          `/api/webhooks/${id}/deliveries${query}`,
        )
      ).body
    const first = await read('')
    const second = await read(`?before=${first.next}`)
    expect(first.deliveries.length).toBe(limits.pageSize)
    expect([...first.deliveries, ...second.deliveries].map(each => each.id)).toEqual(sent)
    expect(second.next).toBeNull()
    await settled(id, limits.pageSize)
  })

  it('the deliveries of a webhook are listed for 30 days', async () => {
    const { id } = await newWebhook(owner, receiver.url)
    await decide('verified')
    await settled(id)
    // Reads the rows from the database, because the session ends after a week without a request.
    const older = (days: number) =>
      runSql(server, 'SELECT id FROM webhook_delivery WHERE webhook_id = ?', [id]).then(rows => [
        days,
        rows.length,
      ])
    await sweepOnTime(server, 30 * DAY - HOUR)
    expect(await older(29)).toEqual([29, 1])
    await sweepOnTime(server, 2 * HOUR)
    expect(await older(30)).toEqual([30, 0])
  })
})

describe('a webhook message after the server was killed', () => {
  it('a webhook message without a stored result is sent again after a kill of the server', async () => {
    const { id } = await newWebhook(owner, receiver.url)
    receiver.respondWith(() => {})
    // The number of messages that the nodes send to one webhook at the same time. A further message waits.
    const waiting = 4 * server.nodeUrls.length
    const sent: string[] = []
    for (let count = 0; count < waiting + 1; count++)
      sent.push((await owner.call<WebhookDelivery>('POST', `/api/webhooks/${id}/test`)).body.id)
    await arrived(waiting)
    await server.kill()
    const interrupted = receiver.messages.map(idOf)
    receiver.respondWith(status(204))
    await server.restart()
    // Waits for the message that was stored before the kill, but not sent.
    await arrived(waiting + 1)
    expect(interrupted).not.toContain(idOf(receiver.messages[waiting]))
    await server.advance(2 * MINUTE)
    await settled(id, waiting + 1)
    expect(receiver.messages.map(idOf).sort()).toEqual([...interrupted, ...sent].sort())
  })

  it('a webhook message is sent only once if it is due on several nodes', async () => {
    const { id } = await newWebhook(owner, receiver.url)
    const count = 40
    for (let index = 0; index < count; index++) await owner.call('POST', `/api/webhooks/${id}/test`)
    await settled(id, count)
    await server.kill()
    await runSql(server, 'UPDATE webhook_delivery SET next_attempt_at = ? WHERE webhook_id = ?', [1, id])
    receiver.messages.length = 0
    // When the nodes start, each of them finds all messages due.
    await server.restart()
    await settled(id, count)
    await quiet()
    expect(receiver.messages.length).toBe(count)
    expect(new Set(receiver.messages.map(idOf)).size).toBe(count)
  })
})

async function readVerdict(): Promise<string> {
  const { body } = await agent<{ review: { status: string } }>('GET', `/v1/reviews/${reviewId}`)
  return body.review.status
}
