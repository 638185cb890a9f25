import { describe, expect, it } from 'vitest'
import type { AuditEvent } from '#shared/contract/event'
import { limits } from '#shared/contract/kit/limits'
import type { Webhook } from '#shared/contract/webhook'
import { webhookEvents } from '#shared/webhooks'
import type { Failure } from '../../support/server/client'
import { joined, signUp, type Person } from '../../support/people/sign-up'
import { allRows } from '../../support/data/database'
import { sharedFixture } from '../../support/server/fixture'
import { deliveriesOf, newSilentWebhook, newWebhook, readWebhook } from '../../support/stubs/webhooks'

const { server, agent } = await sharedFixture()

const url = 'https://example.com/hooks/exhibit'
const events = ['review.verified']
const create = (owner: Person, body: object) =>
  owner.call<Failure>('POST', `/api/workspaces/${owner.workspaceId}/webhooks`, body)
const list = async (owner: Person) =>
  (await owner.call<{ webhooks: Webhook[] }>('GET', `/api/workspaces/${owner.workspaceId}/webhooks`)).body
    .webhooks

describe('the management of webhooks', () => {
  it('the secret of a webhook is only in the response of its creation, and is stored encrypted', async () => {
    const owner = await signUp(server)
    const { id, secret } = await newWebhook(owner, url, { events: ['review.verified', 'review.verified'] })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    const [listed] = await list(owner)
    expect(listed).toMatchObject({
      id,
      workspaceId: owner.workspaceId,
      projectId: null,
      url,
      format: 'standard',
      events: ['review.verified'],
      disabledAt: null,
      disabledReason: null,
      failingSince: null,
      createdBy: 'Ann',
    })
    expect(JSON.stringify(listed)).not.toContain(secret)
    expect(JSON.stringify(await allRows(server))).not.toContain(secret.slice('whsec_'.length))
  })

  it('every change of a webhook creates an audit event', async () => {
    const owner = await signUp(server)
    const projectId = await owner.project()
    const { id, secret } = await newWebhook(owner, url)
    const patch = (body: object) => owner.call<Webhook>('PATCH', `/api/webhooks/${id}`, body)
    const changed = { url: `${url}/2`, events: ['comment.created'], format: 'slack', projectId }
    expect((await patch(changed)).body).toMatchObject(changed)
    expect((await patch(changed)).body).toMatchObject(changed)
    expect((await patch({ enabled: true })).status).toBe(200)
    expect((await patch({ enabled: false })).body).toMatchObject({ disabledReason: 'person' })
    expect((await patch({ enabled: true, projectId: null })).body).toMatchObject({
      disabledAt: null,
      disabledReason: null,
      projectId: null,
    })
    const rotated = await owner.call<{ secret: string; webhook: Webhook }>(
      'POST',
      `/api/webhooks/${id}/secret`,
    )
    expect(rotated.body.secret).not.toBe(secret)
    expect(rotated.body.webhook.previousSecretExpiresAt).not.toBeNull()
    expect((await owner.call('DELETE', `/api/webhooks/${id}`)).status).toBe(204)
    expect((await owner.call('DELETE', `/api/webhooks/${id}`)).status).toBe(404)
    expect(await list(owner)).toEqual([])
    const recorded = await owner.call<{ events: AuditEvent[] }>(
      'GET',
      `/api/workspaces/${owner.workspaceId}/events?kind=webhook`,
    )
    expect(recorded.body.events.map(each => each.kind).reverse()).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.disabled',
      'webhook.updated',
      'webhook.enabled',
      'webhook.secret_rotated',
      'webhook.deleted',
    ])
    expect(new Set(recorded.body.events.map(each => each.subjectId))).toEqual(new Set([id]))
  })

  it('a disabled webhook can neither send a test message nor send an earlier message again', async () => {
    const owner = await signUp(server)
    const { webhookId, deliveryId } = await newSilentWebhook(server, owner)
    for (const path of [`/api/webhooks/${webhookId}/test`, `/api/deliveries/${deliveryId}/redeliver`])
      expect(await owner.call('POST', path)).toMatchObject({
        status: 409,
        body: { data: { error: 'conflict', hint: 'Enable it under Settings, Webhooks first.' } },
      })
    expect(await deliveriesOf(owner, webhookId)).toMatchObject([{ status: 'failed', attempts: [] }])
  })

  it('only owners can manage webhooks: other people get 403 or 404, and agents get 403', async () => {
    const owner = await signUp(server)
    const { webhookId, deliveryId } = await newSilentWebhook(server, owner)
    const member = await joined(server, owner, 'Mel', 'member')
    const outsider = await signUp(server, 'Outsider')
    const calls: [string, string, object?][] = [
      ['GET', `/api/workspaces/${owner.workspaceId}/webhooks`],
      ['POST', `/api/workspaces/${owner.workspaceId}/webhooks`, { url, events }],
      ['PATCH', `/api/webhooks/${webhookId}`, { enabled: true }],
      ['POST', `/api/webhooks/${webhookId}/secret`],
      ['POST', `/api/webhooks/${webhookId}/test`],
      ['GET', `/api/webhooks/${webhookId}/deliveries`],
      ['POST', `/api/deliveries/${deliveryId}/redeliver`],
      ['DELETE', `/api/webhooks/${webhookId}`],
    ]
    const ownAgent = await owner.agent()
    for (const [method, path, body] of calls) {
      const statuses = [member.call, ownAgent, agent, outsider.call].map(
        async call => (await call(method, path, body)).status,
      )
      expect([method, path, ...(await Promise.all(statuses))]).toEqual([method, path, 403, 403, 403, 404])
    }
    expect(await readWebhook(owner, webhookId)).toMatchObject({ disabledReason: 'person' })
  })

  it('a webhook of a project needs a project of its workspace, and is deleted with the project', async () => {
    const owner = await signUp(server)
    const outsider = await signUp(server, 'Outsider')
    for (const projectId of [await outsider.project(), 'prj_01AAAAAAAAAAAAAAAAAAAAAAAA'])
      expect(await create(owner, { url, events, projectId })).toMatchObject({
        status: 404,
        body: { data: { error: 'not_found', field: 'projectId' } },
      })
    const projectId = await owner.project()
    await newWebhook(owner, url, { projectId })
    await owner.call('DELETE', `/api/projects/${projectId}`)
    expect(await list(owner)).toEqual([])
  })

  it('a webhook needs at least one event, and accepts every event that can be sent', async () => {
    const owner = await signUp(server)
    expect((await create(owner, { url, events: webhookEvents })).status).toBe(201)
    for (const wrong of [[], ['token.used'], ['review.*'], 'review.verified'])
      expect(await create(owner, { url, events: wrong })).toMatchObject({
        status: 422,
        body: { data: { error: 'invalid_request' } },
      })
    expect((await list(owner)).length).toBe(1)
  })

  it.each(['https://example.com/a\nb', 'https://example.com/a\tb', ' https://example.com/'])(
    'a webhook is refused if its URL contains spaces or line breaks: %j',
    async url => {
      expect(await create(await signUp(server), { url, events })).toMatchObject({
        status: 422,
        body: { data: { field: 'url', message: '"url" must be an address without spaces and line breaks.' } },
      })
    },
  )

  it('the URL of a webhook cannot be longer than the maximum', async () => {
    const owner = await signUp(server)
    const long = `https://example.com/${'a'.repeat(limits.webhookUrl - 'https://example.com/'.length)}`
    expect((await create(owner, { url: long, events })).status).toBe(201)
    expect(await create(owner, { url: `${long}a`, events })).toMatchObject({
      status: 422,
      body: { data: { field: 'url', message: `"url" must have at most ${limits.webhookUrl} characters.` } },
    })
  })

  it('a workspace cannot have more than the maximum number of webhooks', async () => {
    const owner = await signUp(server)
    const statuses = await Promise.all(
      Array.from(
        { length: limits.webhooksPerWorkspace + 2 },
        async () => (await create(owner, { url, events })).status,
      ),
    )
    expect(statuses.filter(each => each === 201).length).toBe(limits.webhooksPerWorkspace)
    expect(await create(owner, { url, events })).toMatchObject({
      status: 409,
      body: { data: { error: 'conflict', hint: 'Delete one that is no longer needed.' } },
    })
    const [first] = await list(owner)
    await owner.call('DELETE', `/api/webhooks/${first?.id}`)
    expect((await create(owner, { url, events })).status).toBe(201)
  })

  it.each([
    ['http', 'http://example.com/hook'],
    ['a loopback address', 'https://127.0.0.1/hook'],
    ['a loopback address as a number', 'https://2130706433/hook'],
    ['a loopback address of IPv6', 'https://[::1]/hook'],
    ['a private address', 'https://10.1.2.3/hook'],
    ['a private address as IPv6', 'https://[::ffff:192.168.0.1]/hook'],
    ['the metadata service of a cloud', 'https://169.254.169.254/latest'],
    ['another protocol', 'ftp://example.com/hook'],
    ['a password', 'https://user:secret@example.com/hook'],
    ['no address', 'example.com/hook'],
  ])('a webhook with the URL of %s is refused, and the error states the remedy', async (_, wrong) => {
    const owner = await signUp(server)
    const refused = await create(owner, { url: wrong, events })
    expect(refused).toMatchObject({ status: 422, body: { data: { error: 'invalid_request', field: 'url' } } })
    expect(refused.body.data.message).toMatch(/^"url" must/)
    const { id } = await newWebhook(owner, url)
    expect((await owner.call('PATCH', `/api/webhooks/${id}`, { url: wrong, enabled: false })).status).toBe(
      422,
    )
    expect(await list(owner)).toMatchObject([{ url, disabledAt: null }])
  })
})
