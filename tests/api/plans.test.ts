import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeclarationResult } from '#shared/contract/artifact'
import type { Billing } from '#shared/contract/billing'
import type { ReviewPayload } from '#shared/contract/review'
import { plans } from '#shared/plans'
import { DAY } from '#shared/time'
import {
  newReview,
  put,
  revise,
  signUp,
  upload,
  type Call,
  type Failure,
  type Person,
} from '../support/client'
import { picture, sample } from '../support/samples'
import { startServer, type TestServer } from '../support/server'
import { startStripe } from '../support/stripe'

let server: TestServer
let stripe: Awaited<ReturnType<typeof startStripe>>
let png: Buffer
let mp4: Buffer

beforeAll(async () => {
  stripe = await startStripe()
  server = await startServer(stripe.env)
  png = await picture(16, 16).png().toBuffer()
  mp4 = await readFile(sample('plain.mp4'))
})
afterAll(async () => {
  await server.stop()
  stripe.stop()
})

const billingOf = async (who: Person) =>
  (await who.call<Billing>('GET', `/api/billing?workspaceId=${who.workspaceId}`)).body
const ceiling = (error: string, used: number, limit: number, plan = 'free') => ({
  status: 402,
  body: { statusCode: 402, data: { error, used, limit, plan } },
})
const declareVideo = (agent: Call, reviewId: string, more = {}) =>
  agent<DeclarationResult>('POST', '/v1/artifacts/uploads', {
    reviewId,
    kind: 'video',
    title: 'Walk',
    mime: 'video/mp4',
    bytes: mp4.length,
    ...more,
  })
async function completeVideo(agent: Call, reviewId: string, durationMs?: number) {
  const { body } = await declareVideo(agent, reviewId)
  await put(body.uploadUrl, mp4)
  return {
    complete: (ms = durationMs) =>
      agent('POST', `/v1/artifacts/${body.artifactId}/complete`, {
        revisionId: body.revisionId,
        durationMs: ms,
      }),
  }
}

describe('a plan ceiling', () => {
  it('allows 5 projects and not 6, also when 10 race', async () => {
    const ann = await signUp(server)
    const agent = await ann.agent()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        i % 2 === 0
          ? agent('POST', '/v1/projects', { name: `P${i}` })
          : ann.call('POST', '/api/projects', { name: `P${i}` }),
      ),
    )
    expect(answers.map(each => each.status).sort()).toEqual([
      ...Array<number>(5).fill(201),
      ...Array<number>(5).fill(402),
    ])
    expect(await agent('POST', '/v1/projects', { name: 'Sixth' })).toMatchObject(
      ceiling('project_limit_reached', 5, 5),
    )
    expect((await billingOf(ann)).usage.projectsPerWorkspace).toBe(5)
  })

  it('allows 5 agent tokens and not 6, also when they race; a revoked one makes room', async () => {
    const ann = await signUp(server)
    const mint = () =>
      ann.call<{ id: string }>('POST', '/api/tokens', {
        name: 'x',
        workspaceId: ann.workspaceId,
        capabilities: ['artifact:read'],
      })
    const answers = await Promise.all(Array.from({ length: 8 }, mint))
    expect(answers.map(each => each.status).sort()).toEqual([201, 201, 201, 201, 201, 402, 402, 402])
    expect(await mint()).toMatchObject(ceiling('agent_key_limit_reached', 5, 5))
    await ann.call('DELETE', `/api/tokens/${answers.find(each => each.status === 201)?.body.id}`)
    expect((await mint()).status).toBe(201)
  })

  it('allows 3 workspaces of one person and not 4', async () => {
    const ann = await signUp(server)
    for (const name of ['Second', 'Third'])
      expect((await ann.call('POST', '/api/workspaces', { name })).status).toBe(201)
    expect(await ann.call('POST', '/api/workspaces', { name: 'Fourth' })).toMatchObject(
      ceiling('workspace_limit_reached', 3, 3),
    )
  })

  it('allows 3 members and 5 reviewers, whoever races to join', async () => {
    const ann = await signUp(server)
    const join = async (role: string) => {
      const { token } = (
        await ann.call<{ token: string }>('POST', `/api/workspaces/${ann.workspaceId}/invitations`, { role })
      ).body
      const who = await signUp(server)
      return () => who.call('POST', `/api/invite/${token}`)
    }
    const joins = await Promise.all(
      ['member', 'member', 'member', ...Array<string>(6).fill('reviewer')].map(join),
    )
    const answers = await Promise.all(joins.map(each => each()))
    expect(
      answers
        .slice(0, 3)
        .map(each => each.status)
        .sort(),
    ).toEqual([200, 200, 402])
    expect(
      answers
        .slice(3)
        .map(each => each.status)
        .sort(),
    ).toEqual([200, 200, 200, 200, 200, 402])
    expect(
      await ann.call('POST', `/api/workspaces/${ann.workspaceId}/invitations`, { role: 'member' }),
    ).toMatchObject(ceiling('member_limit_reached', 3, 3))
    expect(
      await ann.call('POST', `/api/workspaces/${ann.workspaceId}/invitations`, { role: 'reviewer' }),
    ).toMatchObject(ceiling('reviewer_limit_reached', 5, 5))
    const { members } = (
      await ann.call<{ members: { userId: string; role: string }[] }>(
        'GET',
        `/api/workspaces/${ann.workspaceId}/members`,
      )
    ).body
    const reviewer = members.find(each => each.role === 'reviewer')
    expect(
      await ann.call('PATCH', `/api/workspaces/${ann.workspaceId}/members/${reviewer?.userId}`, {
        role: 'member',
      }),
    ).toMatchObject(ceiling('member_limit_reached', 3, 3))
  })

  it('allows 100 reviews a month and not 101, counts a reuse as none, and begins again with the month', async () => {
    const clock = await startServer({ PLAN_LIMITS: 'on' })
    const ann = await signUp(clock)
    const agent = await ann.agent()
    const projectId = await ann.project()
    // Into the first day of a month, so that the next one is far.
    const now = new Date()
    await clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12) - now.getTime())
    const create = (externalRef: string) =>
      agent('POST', '/v1/reviews', { title: 'x', projectId, externalRef })
    const made = await Promise.all(Array.from({ length: 104 }, (_, i) => create(`pr-${i}`)))
    expect(made.filter(each => each.status === 201)).toHaveLength(100)
    expect(made.find(each => each.status === 402)).toMatchObject(ceiling('review_limit_reached', 100, 100))
    expect((await create('pr-0')).status).toBe(200)
    await clock.advance(31 * DAY)
    expect((await create('next month')).status).toBe(201)
    await clock.stop()
  }, 60_000)

  it("takes files of the plan's size and not one byte more, before a byte is sent", async () => {
    const ann = await signUp(server)
    const agent = await ann.agent()
    const reviewId = await newReview(agent, await ann.project())
    const limit = plans.free.limits.fileBytes
    expect((await declareVideo(agent, reviewId, { bytes: limit })).status).toBe(201)
    const refused = await declareVideo(agent, reviewId, { bytes: limit + 1 })
    expect(refused).toMatchObject(ceiling('file_size_limit_reached', limit + 1, limit))
    expect((refused.body as unknown as Failure).data.message).toBe(
      `The Free plan takes files of at most ${limit} bytes; this one has ${limit + 1}.`,
    )
    // Over the absolute stop it is no question of the plan.
    expect(
      await agent('POST', '/v1/artifacts/uploads', {
        reviewId,
        kind: 'image',
        title: 'x',
        mime: 'image/png',
        bytes: limit + 1,
      }),
    ).toMatchObject({ status: 422, body: { data: { field: 'bytes' } } })
    expect((await declareVideo(agent, reviewId, { bytes: 524_288_001 })).status).toBe(422)
  })

  it('takes videos of 5 minutes and not a millisecond more, by the estimate and again at completion', async () => {
    const ann = await signUp(server)
    const agent = await ann.agent()
    const reviewId = await newReview(agent, await ann.project())
    expect((await declareVideo(agent, reviewId, { durationMs: 300_000 })).status).toBe(201)
    expect(await declareVideo(agent, reviewId, { durationMs: 300_001 })).toMatchObject(
      ceiling('video_length_limit_reached', 300_001, 300_000),
    )
    const { complete } = await completeVideo(agent, reviewId)
    expect(await complete()).toMatchObject({ status: 422, body: { data: { field: 'durationMs' } } })
    expect(await complete(300_001)).toMatchObject(ceiling('video_length_limit_reached', 300_001, 300_000))
    expect((await complete(300_000)).status).toBe(200)
    expect((await billingOf(ann)).usage.evidenceUnitsPerMonth).toBe(20)
  })
})

describe('the evidence meter', () => {
  it('counts an image as 1, a video as 1 for each 15 seconds started, a revision again; the rest costs nothing', async () => {
    const ann = await signUp(server)
    const agent = await ann.agent()
    const reviewId = await newReview(agent, await ann.project())
    const used = async () => (await billingOf(ann)).usage.evidenceUnitsPerMonth
    const done = await upload(agent, reviewId, png)
    expect(await used()).toBe(1)
    await agent('POST', `/v1/artifacts/${done.artifactId}/complete`, { revisionId: done.revisionId })
    expect(await used()).toBe(1)
    await revise(agent, done.artifactId, png)
    expect(await used()).toBe(2)
    await (await completeVideo(agent, reviewId, 15_000)).complete()
    expect(await used()).toBe(3)
    await (await completeVideo(agent, reviewId, 15_001)).complete()
    expect(await used()).toBe(5)
    // Declared, uploaded, rejected, commented on: free.
    const declared = (
      await agent<DeclarationResult>('POST', '/v1/artifacts/uploads', {
        reviewId,
        kind: 'image',
        title: 'x',
        mime: 'image/png',
        bytes: 5,
      })
    ).body
    await put(declared.uploadUrl, Buffer.from('hello'))
    expect((await agent('POST', `/v1/artifacts/${declared.artifactId}/complete`)).status).toBe(422)
    await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
      geometry: { x: 0, y: 0 },
      body: 'x',
    })
    await ann.call('DELETE', `/api/artifacts/${done.artifactId}`)
    expect(await used()).toBe(5)
  })

  it('stops at the ceiling however many complete at once; what was refused can complete after an upgrade', async () => {
    const ann = await signUp(server)
    const agent = await ann.agent()
    const reviewId = await newReview(agent, await ann.project())
    // 496 of 500 units: 31 videos of 16 units.
    const spent = await Promise.all(Array.from({ length: 31 }, () => completeVideo(agent, reviewId, 240_000)))
    for (const each of spent) expect((await each.complete()).status).toBe(200)
    const waiting = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { body } = await agent<DeclarationResult>('POST', '/v1/artifacts/uploads', {
          reviewId,
          kind: 'image',
          title: 'x',
          mime: 'image/png',
          bytes: png.length,
        })
        await put(body.uploadUrl, png)
        return body
      }),
    )
    const complete = (each: DeclarationResult) =>
      agent('POST', `/v1/artifacts/${each.artifactId}/complete`, { revisionId: each.revisionId })
    const answers = await Promise.all(waiting.map(complete))
    expect(answers.map(each => each.status).sort()).toEqual([200, 200, 200, 200, 402, 402])
    expect(answers.find(each => each.status === 402)).toMatchObject(
      ceiling('evidence_limit_reached', 500, 500),
    )
    expect(await declareVideo(agent, reviewId, { durationMs: 1000 })).toMatchObject(
      ceiling('evidence_limit_reached', 500, 500),
    )
    stripe.subscriptions.set(`cus_${ann.id}`, [{ status: 'active', price: 'price_team' }])
    await deliver(
      stripe.notice(`evt_${ann.id}`, 'checkout.session.completed', {
        customer: `cus_${ann.id}`,
        metadata: { workspaceId: ann.workspaceId },
      }),
    )
    const refused = waiting.filter((_, i) => answers[i]?.status === 402)
    for (const each of refused) expect((await complete(each)).status).toBe(200)
  }, 60_000)
})

const deliver = ({ payload, signature }: { payload: string; signature: string }) =>
  fetch(`${server.url}/api/billing/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  })

describe('billing', () => {
  it("opens the provider's checkout for the owner's workspace, and its portal once there is a customer", async () => {
    const ann = await signUp(server)
    expect(await billingOf(ann)).toMatchObject({
      plan: 'free',
      billing: 'stripe',
      permissions: { canManageBilling: true },
      retention: plans.free.retention,
      limits: { projectsPerWorkspace: 5 },
    })
    expect((await ann.call('POST', '/api/billing/portal')).status).toBe(409)
    expect(await ann.call('POST', '/api/billing/checkout', { plan: 'team' })).toMatchObject({
      status: 200,
      body: { url: 'https://checkout.stripe.example/cs_1' },
    })
    expect(stripe.asked.at(-1)).toMatchObject({
      path: '/v1/checkout/sessions',
      fields: {
        'mode': 'subscription',
        'client_reference_id': ann.workspaceId,
        'line_items[0][price]': 'price_team',
        'subscription_data[metadata][workspaceId]': ann.workspaceId,
      },
    })
    stripe.subscriptions.set('cus_portal', [{ status: 'active', price: 'price_team' }])
    expect(
      (
        await deliver(
          stripe.notice('evt_portal', 'checkout.session.completed', {
            customer: 'cus_portal',
            metadata: { workspaceId: ann.workspaceId },
          }),
        )
      ).status,
    ).toBe(200)
    expect((await billingOf(ann)).plan).toBe('team')
    expect(await ann.call('POST', '/api/billing/portal')).toMatchObject({
      status: 200,
      body: { url: 'https://billing.stripe.example/bps_1' },
    })
    expect(stripe.asked.at(-1)?.fields.customer).toBe('cus_portal')
    expect((await ann.call('POST', '/api/billing/checkout', { plan: 'team' })).status).toBe(409)
    expect(await ann.call('POST', '/api/billing/checkout', { plan: 'gold' })).toMatchObject({
      status: 422,
      body: { data: { field: 'plan' } },
    })
    expect((await (await ann.agent())('POST', '/api/billing/checkout', { plan: 'team' })).status).toBe(403)
  })

  it('ends at the plan the provider has now, however its notices are ordered and repeated', async () => {
    const ann = await signUp(server)
    const customer = 'cus_order'
    const object = { customer, metadata: { workspaceId: ann.workspaceId } }
    const created = stripe.notice('evt_a', 'customer.subscription.created', { ...object, status: 'active' })
    const deleted = stripe.notice('evt_b', 'customer.subscription.deleted', { ...object, status: 'canceled' })
    const plan = async () => (await billingOf(ann)).plan
    // Bought, cancelled, bought again: the notice of the cancelling arrives last.
    stripe.subscriptions.set(customer, [
      { status: 'canceled', price: 'price_team' },
      { status: 'active', price: 'price_team' },
    ])
    await Promise.all([deliver(deleted), deliver(created), deliver(deleted), deliver(created)])
    expect(await plan()).toBe('team')
    const asked = stripe.asked.length
    await deliver(created)
    expect(stripe.asked.length).toBe(asked)
    // While a payment is retried the plan stays; without one it ends.
    for (const [status, expected] of [
      ['past_due', 'team'],
      ['unpaid', 'free'],
      ['trialing', 'team'],
      ['canceled', 'free'],
    ] as const) {
      stripe.subscriptions.set(customer, [{ status, price: 'price_team' }])
      await deliver(
        stripe.notice(`evt_${status}`, 'customer.subscription.updated', { customer, metadata: {} }),
      )
      expect([status, await plan()]).toEqual([status, expected])
    }
    stripe.subscriptions.set(customer, [{ status: 'active', price: 'price_of_something_else' }])
    await deliver(stripe.notice('evt_other', 'customer.subscription.updated', object))
    expect(await plan()).toBe('free')
  })

  it('believes signed notices only', async () => {
    const ann = await signUp(server)
    stripe.subscriptions.set('cus_forged', [{ status: 'active', price: 'price_team' }])
    const object = { customer: 'cus_forged', metadata: { workspaceId: ann.workspaceId } }
    const forged = await deliver(
      stripe.notice('evt_forged', 'checkout.session.completed', object, 'whsec_other'),
    )
    expect([forged.status, await forged.json()]).toMatchObject([400, { data: { error: 'bad_request' } }])
    const good = stripe.notice('evt_changed', 'checkout.session.completed', object)
    expect(
      (await deliver({ ...good, payload: good.payload.replace('cus_forged', 'cus_order') })).status,
    ).toBe(400)
    expect((await billingOf(ann)).plan).toBe('free')
    expect(
      (await deliver(stripe.notice('evt_unknown', 'invoice.paid', { customer: 'cus_forged' }))).status,
    ).toBe(200)
    expect((await billingOf(ann)).plan).toBe('free')
  })

  it('keeps the wider window while the plan is wider: expired media comes back, deleted media does not', async () => {
    let clock = await startServer(stripe.env)
    const ann = await signUp(clock)
    const agent = await ann.agent()
    const reviewId = await newReview(agent, await ann.project())
    const old = await upload(agent, reviewId, png)
    await clock.advance(14 * DAY)
    const young = await upload(agent, reviewId, png)
    const states = async () =>
      (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.artifacts.map(
        each => each.currentRevision?.mediaState,
      )
    await clock.advance(14 * DAY + 1000)
    clock = await clock.restart()
    await expect.poll(states).toEqual(['deleted', 'expired'])
    expect((await fetch(young.downloadUrl ?? '')).status).toBe(404)
    stripe.subscriptions.set('cus_wide', [{ status: 'active', price: 'price_team' }])
    const { payload, signature } = signedAt(
      stripe,
      28 * DAY + 1000,
      'evt_wide',
      'checkout.session.completed',
      { customer: 'cus_wide', metadata: { workspaceId: ann.workspaceId } },
    )
    expect(
      (
        await fetch(`${clock.url}/api/billing/webhook`, {
          method: 'POST',
          headers: { 'stripe-signature': signature },
          body: payload,
        })
      ).status,
    ).toBe(200)
    expect(await states()).toEqual(['deleted', 'active'])
    expect([
      (await fetch(old.downloadUrl ?? '')).status,
      (await fetch(young.downloadUrl ?? '')).status,
    ]).toEqual([404, 200])
    await clock.stop()
  })

  it('is off without keys: checkout and portal answer 403, and there are no ceilings', async () => {
    const plain = await startServer()
    const ann = await signUp(plain)
    for (const path of ['checkout', 'portal'])
      expect(await ann.call('POST', `/api/billing/${path}`, { plan: 'team' })).toMatchObject({
        status: 403,
        body: { data: { error: 'forbidden', message: 'Billing is off on this server.' } },
      })
    expect((await fetch(`${plain.url}/api/billing/webhook`, { method: 'POST', body: '{}' })).status).toBe(403)
    expect(await ann.call('GET', '/api/billing')).toMatchObject({
      status: 200,
      body: {
        billing: 'off',
        limits: { projectsPerWorkspace: null, videoMs: null, fileBytes: 524_288_000 },
        permissions: { canManageBilling: false },
      },
    })
    for (let i = 0; i < 7; i++)
      expect((await ann.call('POST', '/api/projects', { name: 'x' })).status).toBe(201)
    await plain.stop()
  })
})

/** A notice signed for a server whose clock is ahead. */
function signedAt(stand: typeof stripe, ahead: number, ...notice: Parameters<typeof stripe.notice>) {
  const real = Date.now
  Date.now = () => real() + ahead
  try {
    return stand.notice(...notice)
  } finally {
    Date.now = real
  }
}
