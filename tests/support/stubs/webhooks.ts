import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Webhook, WebhookDelivery } from '#shared/contract/webhook'
import { newId } from '#shared/ids'
import type { WebhookEvent } from '#shared/webhooks'
import type { Person } from '../people/sign-up'
import { runSql } from '../data/database'
import type { TestServer } from '../server/server'

/** A message as a receiver got it. */
export interface ReceivedMessage {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A server that webhooks send to. */
export interface Receiver {
  url: string
  /** The messages that have arrived, including messages without a response yet. */
  messages: ReceivedMessage[]
  /** Sets how the receiver responds from now on. At first, it responds with 204. */
  respondWith: (listener: RequestListener) => void
  stop: () => Promise<void>
}

/** Starts a receiver on a private address. */
export async function startReceiver(): Promise<Receiver> {
  const messages: ReceivedMessage[] = []
  const noContent: RequestListener = (_request, response) => response.writeHead(204).end()
  let respond = noContent
  const server = createServer((request, response) => {
    void text(request).then(body => {
      messages.push({ path: request.url ?? '', headers: request.headers, body })
      respond(request, response)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    respondWith: listener => (respond = listener),
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** A response with this status and an empty body. */
export const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(code, headers).end()

/** Creates a webhook of a person's workspace, for verdicts unless `more` says otherwise. */
export async function newWebhook(
  owner: Person,
  url: string,
  more: { events?: WebhookEvent[]; format?: string; projectId?: string } = {},
): Promise<{ id: string; secret: string }> {
  const created = await owner.call<{ webhook: Webhook; secret: string }>(
    'POST',
    `/api/workspaces/${owner.workspaceId}/webhooks`,
    { url, events: ['review.verified', 'review.changes_requested', 'review.open'], ...more },
  )
  if (created.status !== 201) throw new Error(JSON.stringify(created.body))
  return { id: created.body.webhook.id, secret: created.body.secret }
}

/** Returns a webhook as its owner sees it. */
export async function readWebhook(owner: Person, id: string): Promise<Webhook> {
  const { body } = await owner.call<{ webhooks: Webhook[] }>(
    'GET',
    `/api/workspaces/${owner.workspaceId}/webhooks`,
  )
  const found = body.webhooks.find(each => each.id === id)
  if (!found) throw new Error('no such webhook')
  return found
}

/** Returns the log of a webhook, newest first. */
export const deliveriesOf = async (owner: Person, id: string) =>
  (await owner.call<{ deliveries: WebhookDelivery[] }>('GET', `/api/webhooks/${id}/deliveries`)).body
    .deliveries

/** Deletes all webhooks of a person's workspace, because their number is limited. */
export async function deleteWebhooks(owner: Person): Promise<void> {
  const { body } = await owner.call<{ webhooks: Webhook[] }>(
    'GET',
    `/api/workspaces/${owner.workspaceId}/webhooks`,
  )
  for (const { id } of body.webhooks) await owner.call('DELETE', `/api/webhooks/${id}`)
}

/** Creates a webhook that sends nothing, with one message in its log. */
export async function newSilentWebhook(
  server: TestServer,
  owner: Person,
): Promise<{ webhookId: string; deliveryId: string }> {
  const { id: webhookId } = await newWebhook(owner, 'https://example.com/hook')
  await owner.call('PATCH', `/api/webhooks/${webhookId}`, { enabled: false })
  const deliveryId = newId('delivery')
  await runSql(
    server,
    'INSERT INTO webhook_delivery (id, webhook_id, type, attempts, created_at) VALUES (?, ?, ?, ?, ?)',
    [deliveryId, webhookId, 'webhook.test', '[]', server.now()],
  )
  return { webhookId, deliveryId }
}
