import { once } from 'node:events'
import { createServer } from 'node:http'
import Stripe from 'stripe'
import { SECOND } from '#shared/time'
import type { TestServer } from '../server/server'

/** A request that the stub of Stripe received, with its form fields. */
export interface StripeRequest {
  path: string
  fields: Record<string, string>
}

/** A subscription of a customer. `workspaceId` is the id of the workspace in its metadata. */
interface StubSubscription {
  status: string
  price: string
  workspaceId?: string
}

/** Sends an event to a server, as Stripe does. */
export const deliver = (
  { url }: Pick<TestServer, 'url'>,
  { payload, signature }: { payload: string; signature: string },
) =>
  fetch(`${url}/api/billing/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  })

/**
 * Starts a stub of Stripe with the endpoints that the product calls. The test sets the subscriptions. Events
 * have signatures in the format of Stripe.
 */
export async function startStripe() {
  const requests: StripeRequest[] = []
  const subscriptions = new Map<string, StubSubscription[]>()
  const checkouts: { id: string; customer: string | null; status: 'open' | 'expired' }[] = []
  let customers = 0
  const listed = (customer: string) =>
    (subscriptions.get(customer) ?? []).map(({ status, price, workspaceId }, i) => ({
      id: `sub_${i}`,
      object: 'subscription',
      customer,
      status,
      metadata: { workspaceId },
      items: { object: 'list', data: [{ id: 'si_1', price: { id: price } }] },
    }))
  function openCheckout(customer: string | null) {
    checkouts.push({ id: `cs_${checkouts.length + 1}`, customer, status: 'open' })
    return { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.stripe.example/cs_1' }
  }
  function expireCheckout(id: string | undefined) {
    const found = checkouts.find(each => each.id === id && each.status === 'open')
    if (found) found.status = 'expired'
    return found
  }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://stub')
      const fields = Object.fromEntries([...url.searchParams, ...new URLSearchParams(text)])
      requests.push({ path: url.pathname, fields })
      const responses: Record<string, () => unknown> = {
        'POST /v1/customers': () => ({ id: `cus_stub_${++customers}`, object: 'customer' }),
        'POST /v1/checkout/sessions': () => openCheckout(fields.customer ?? null),
        'GET /v1/checkout/sessions': () => ({
          object: 'list',
          has_more: false,
          data: checkouts.filter(each => each.customer === fields.customer && each.status === fields.status),
        }),
        'POST /v1/checkout/sessions/expire': () => expireCheckout(url.pathname.split('/').at(-2)),
        'POST /v1/billing_portal/sessions': () => ({
          id: 'bps_1',
          object: 'billing_portal.session',
          url: 'https://billing.stripe.example/bps_1',
        }),
        'GET /v1/subscriptions': () => ({
          object: 'list',
          has_more: false,
          data: listed(fields.customer ?? ''),
        }),
        'GET /v1/subscriptions/search': () => ({
          object: 'search_result',
          has_more: false,
          data: [...subscriptions.keys()]
            .flatMap(listed)
            .filter(each => fields.query === `metadata['workspaceId']:'${each.metadata.workspaceId}'`),
        }),
      }
      const path = url.pathname.replace(/cs_\d+\//, '')
      const found =
        request.headers.authorization === 'Bearer sk_test_stand_in'
          ? responses[`${request.method} ${path}`]?.()
          : undefined
      response.writeHead(found ? 200 : 401, { 'content-type': 'application/json' })
      response.end(JSON.stringify(found ?? { error: { type: 'invalid_request_error', message: 'no' } }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const secret = 'whsec_stand_in'
  /** Returns a payload and its signature header. `at` is the time of the signature. */
  function signed(payload: string, { key = secret, at = Date.now() }: { key?: string; at?: number } = {}) {
    const timestamp = Math.floor(at / SECOND)
    return {
      payload,
      signature: Stripe.webhooks.generateTestHeaderString({ payload, secret: key, timestamp }),
    }
  }
  return {
    env: {
      STRIPE_SECRET_KEY: 'sk_test_stand_in',
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_PRICE_TEAM: 'price_team',
      STRIPE_API_BASE: `http://127.0.0.1:${port}`,
    },
    requests,
    subscriptions,
    checkouts,
    /** Returns the payload of an event and its signature header. `at` is the time of the signature. */
    signedEvent: (
      id: string,
      type: string,
      object: Record<string, unknown>,
      options: { key?: string; at?: number } = {},
    ) => signed(JSON.stringify({ id, object: 'event', type, data: { object } }), options),
    signed,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export type TestStripe = Awaited<ReturnType<typeof startStripe>>

let shared: Promise<TestStripe> | undefined

/** The stub that the test files of this worker share. It ends with the worker. */
export const sharedStripe = () => (shared ??= startStripe())
