import { afterAll, describe, expect, it } from 'vitest'
import type { WebhookDelivery } from '#shared/contract/webhook'
import { signUp } from '../../support/people/sign-up'
import { runSql } from '../../support/data/database'
import { clockServer } from '../../support/people/servers'
import { sharedServer } from '../../support/server/server'
import { deliveriesOf, newWebhook, startReceiver } from '../../support/stubs/webhooks'

const publicOnly = await sharedServer()
const toPrivate = await clockServer()
const receiver = await startReceiver()
afterAll(() => receiver.stop())

/** Sends a test message to a URL, even to one that cannot be stored any more. Returns the first attempt. */
async function testOn(server: typeof publicOnly, address: string) {
  const owner = await signUp(server)
  const { id } = await newWebhook(owner, 'https://example.com/hook')
  await runSql(server, 'UPDATE webhook SET url = ? WHERE id = ?', [address, id])
  await owner.call<WebhookDelivery>('POST', `/api/webhooks/${id}/test`)
  await expect.poll(async () => (await deliveriesOf(owner, id))[0]?.status).not.toBe('pending')
  return (await deliveriesOf(owner, id))[0]?.attempts[0]
}

const { port } = new URL(receiver.url)

describe('the target of a webhook message', () => {
  it.each([
    ['localhost', `http://localhost:${port}`],
    ['localhost', `https://localhost:${port}`],
    ['127.0.0.1', receiver.url],
    ['127.0.0.1', `http://2130706433:${port}`],
    ['::ffff:7f00:1', `http://[::ffff:127.0.0.1]:${port}`],
  ])('a webhook message to the private address %s is not sent: %s', async (host, address) => {
    expect(await testOn(publicOnly, address)).toMatchObject({
      status: null,
      response: null,
      error: `${host} is not a public address.`,
    })
    expect(receiver.messages).toEqual([])
  })

  it.each([`http://localhost:${port}/by-name`, `http://127.0.0.1:${port}/by-number`])(
    'with WEBHOOKS_TO_PRIVATE=on, a webhook message is sent to %s',
    async address => {
      expect(await testOn(toPrivate, address)).toMatchObject({ status: 204, error: null })
      expect(receiver.messages.map(each => each.path)).toContain(new URL(address).pathname)
    },
  )

  it.each(['http://169.254.169.254/latest/meta-data', 'http://[fe80::1]/', 'http://[::ffff:169.254.0.1]/'])(
    'even with WEBHOOKS_TO_PRIVATE=on, a webhook message is never sent to %s',
    async address => {
      expect((await testOn(toPrivate, address))?.error).toMatch(/ is not a public address\.$/)
    },
  )
})
