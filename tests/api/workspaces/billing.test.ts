import { describe, expect, it } from 'vitest'
import type { AuditEvent } from '#shared/contract/event'
import type { ReviewPayload } from '#shared/contract/review'
import { plans } from '#shared/plans'
import { DAY } from '#shared/time'
import { signUp, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { pngImage } from '../../support/media/samples'
import { billingOf } from '../../support/people/plans'
import { paidServer } from '../../support/people/servers'
import { sweepOnTime } from '../../support/server/sweep'
import { sharedServer } from '../../support/server/server'
import { deliver } from '../../support/stubs/stripe'

const { server, stripe } = await paidServer()
const plain = await sharedServer()

const png = await pngImage(16, 16)

/** Returns an event that is signed with the current time of the server. */
const signed = (id: string, type: string, object: Record<string, unknown>, more: { key?: string } = {}) =>
  stripe.signedEvent(id, type, object, { at: server.now(), ...more })

describe('the billing webhook', () => {
  it.each(['null', '[]', '"x"', '{"id":"evt_x","type":"checkout.session.completed"}'])(
    'a signed request to the billing webhook that contains no event is refused: %s',
    async payload => {
      expect((await deliver(server, stripe.signed(payload, { at: server.now() }))).status).toBe(400)
    },
  )
})

describe('billing', () => {
  it('owners can open the checkout of their workspace, and the portal if they are customers', async () => {
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
    expect(stripe.requests.at(-1)).toMatchObject({
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
          server,
          signed('evt_portal', 'checkout.session.completed', {
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
    expect(stripe.requests.at(-1)?.fields.customer).toBe('cus_portal')
    expect((await ann.call('POST', '/api/billing/checkout', { plan: 'team' })).status).toBe(409)
    expect(await ann.call('POST', '/api/billing/checkout', { plan: 'gold' })).toMatchObject({
      status: 422,
      body: { data: { field: 'plan' } },
    })
    expect((await (await ann.agent())('POST', '/api/billing/checkout', { plan: 'team' })).status).toBe(403)
  })

  it('the payment provider decides the plan, even if its events are repeated or out of order', async () => {
    const ann = await signUp(server)
    const customer = 'cus_order'
    const object = { customer, metadata: { workspaceId: ann.workspaceId } }
    const created = signed('evt_a', 'customer.subscription.created', {
      ...object,
      status: 'active',
    })
    const deleted = signed('evt_b', 'customer.subscription.deleted', {
      ...object,
      status: 'canceled',
    })
    const plan = async () => (await billingOf(ann)).plan
    // The plan was bought, cancelled and bought again. The event of the cancellation arrives last.
    stripe.subscriptions.set(customer, [
      { status: 'canceled', price: 'price_team' },
      { status: 'active', price: 'price_team' },
    ])
    await Promise.all([
      deliver(server, deleted),
      deliver(server, created),
      deliver(server, deleted),
      deliver(server, created),
    ])
    expect(await plan()).toBe('team')
    const before = stripe.requests.length
    await deliver(server, created)
    expect(stripe.requests.length).toBe(before)
    // The plan remains while the payment provider retries a payment, and ends when the provider stops
    // retrying.
    for (const [status, expected] of [
      ['past_due', 'team'],
      ['unpaid', 'free'],
      ['trialing', 'team'],
      ['canceled', 'free'],
    ] as const) {
      stripe.subscriptions.set(customer, [{ status, price: 'price_team' }])
      await deliver(
        server,
        signed(`evt_${status}`, 'customer.subscription.updated', { customer, metadata: {} }),
      )
      expect([status, await plan()]).toEqual([status, expected])
    }
    stripe.subscriptions.set(customer, [{ status: 'active', price: 'price_of_something_else' }])
    await deliver(server, signed('evt_other', 'customer.subscription.updated', object))
    expect(await plan()).toBe('free')
    const path = `/api/workspaces/${ann.workspaceId}/events?kind=workspace.plan_changed`
    const { events } = (await ann.call<{ events: AuditEvent[] }>('GET', path)).body
    expect(events.map(each => [each.actor.type, each.detail]).reverse()).toEqual(
      ['team', 'free', 'team', 'free'].map(detail => ['system', detail]),
    )
  })

  it('a workspace has at most one customer and one open checkout at the payment provider', async () => {
    const ann = await signUp(server)
    const open = () => ann.call('POST', '/api/billing/checkout', { plan: 'team' })
    const before = stripe.requests.length
    expect((await Promise.all([open(), open()])).map(each => each.status)).toEqual([200, 200])
    const created = stripe.requests.slice(before).filter(each => each.path === '/v1/customers')
    expect(created.map(each => each.fields)).toEqual([
      expect.objectContaining({ 'metadata[workspaceId]': ann.workspaceId }),
    ])
    const [first, second] = stripe.checkouts.slice(-2)
    const customer = first?.customer ?? ''
    expect(customer).toMatch(/^cus_stub_/)
    expect([first, second]).toMatchObject([
      { customer, status: 'expired' },
      { customer, status: 'open' },
    ])
    // The customer has already paid, but the event about the payment has not arrived yet.
    stripe.subscriptions.set(customer, [{ status: 'active', price: 'price_team' }])
    expect((await open()).status).toBe(409)
  })

  it('a workspace with two Stripe customers keeps its plan while one has a paid subscription', async () => {
    const ann = await signUp(server)
    const { workspaceId } = ann
    const pay = (customer: string, status: string) =>
      stripe.subscriptions.set(customer, [{ status, price: 'price_team', workspaceId }])
    let events = 0
    /** Sends an event about a customer. Returns the plan and the customer that the portal opens. */
    async function after(customer: string) {
      const object = { customer, metadata: { workspaceId } }
      const id = `evt_two_${++events}`
      expect((await deliver(server, signed(id, 'customer.subscription.updated', object))).status).toBe(200)
      await ann.call('POST', '/api/billing/portal')
      return [(await billingOf(ann)).plan, stripe.requests.at(-1)?.fields.customer]
    }
    pay('cus_two_a', 'active')
    pay('cus_two_b', 'active')
    expect(await after('cus_two_a')).toEqual(['team', 'cus_two_a'])
    expect(await after('cus_two_b')).toEqual(['team', 'cus_two_a'])
    pay('cus_two_b', 'canceled')
    expect(await after('cus_two_b')).toEqual(['team', 'cus_two_a'])
    pay('cus_two_b', 'active')
    pay('cus_two_a', 'canceled')
    expect(await after('cus_two_a')).toEqual(['team', 'cus_two_b'])
    pay('cus_two_b', 'canceled')
    expect(await after('cus_two_b')).toEqual(['free', 'cus_two_b'])
  })

  it('the billing webhook accepts only signed events', async () => {
    const ann = await signUp(server)
    stripe.subscriptions.set('cus_forged', [{ status: 'active', price: 'price_team' }])
    const object = { customer: 'cus_forged', metadata: { workspaceId: ann.workspaceId } }
    const forged = await deliver(
      server,
      signed('evt_forged', 'checkout.session.completed', object, { key: 'whsec_other' }),
    )
    expect([forged.status, await forged.json()]).toMatchObject([400, { data: { error: 'bad_request' } }])
    const good = signed('evt_changed', 'checkout.session.completed', object)
    expect(
      (await deliver(server, { ...good, payload: good.payload.replace('cus_forged', 'cus_order') })).status,
    ).toBe(400)
    expect((await billingOf(ann)).plan).toBe('free')
    expect(
      (await deliver(server, signed('evt_unknown', 'invoice.paid', { customer: 'cus_forged' }))).status,
    ).toBe(200)
    expect((await billingOf(ann)).plan).toBe('free')
  })

  it('a paid plan shows expired media again, but not deleted media', async () => {
    const ann = await signUp(server)
    const agent = await ann.agent()
    const reviewId = await newReview(agent, await ann.project())
    const old = await upload(agent, reviewId, png)
    await sweepOnTime(server, 14 * DAY)
    const young = await upload(agent, reviewId, png)
    const states = async () =>
      (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.artifacts.map(
        each => each.currentRevision?.mediaState,
      )
    expect(await states()).toEqual(['expired', 'active'])
    await sweepOnTime(server, 14 * DAY + 1000)
    expect(await states()).toEqual(['deleted', 'expired'])
    expect((await fetch(young.downloadUrl ?? '')).status).toBe(404)
    stripe.subscriptions.set('cus_wide', [{ status: 'active', price: 'price_team' }])
    const object = { customer: 'cus_wide', metadata: { workspaceId: ann.workspaceId } }
    const event = signed('evt_wide', 'checkout.session.completed', object)
    expect((await deliver(server, event)).status).toBe(200)
    expect(await states()).toEqual(['deleted', 'active'])
    expect([
      (await fetch(old.downloadUrl ?? '')).status,
      (await fetch(young.downloadUrl ?? '')).status,
    ]).toEqual([404, 200])
  })

  it('without Stripe keys, checkout and portal respond 403 and plans have no limits', async () => {
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
  })

  it('without Stripe keys, billing of a workspace of other people responds 404, not 403', async () => {
    const [owner, outsider] = [await signUp(plain), await signUp(plain, 'Outsider')]
    for (const name of ['checkout', 'portal']) {
      const call = (person: Person, workspaceId: string) =>
        person.call('POST', `/api/billing/${name}`, { plan: 'team', workspaceId })
      expect(await call(outsider, owner.workspaceId)).toMatchObject({
        status: 404,
        body: { data: { error: 'not_found', field: 'workspaceId' } },
      })
      expect(await call(outsider, 'ws_01AAAAAAAAAAAAAAAAAAAAAAAA')).toMatchObject({ status: 404 })
      expect(await call(owner, owner.workspaceId)).toMatchObject({
        status: 403,
        body: { data: { message: 'Billing is off on this server.' } },
      })
    }
  })
})
