import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { newSigningSecret, signMessage } from '~~/server/domain/webhook/signing-secret'

describe('the signature of a webhook message', () => {
  const body = '{"type":"webhook.test"}'
  const now = Math.floor(Date.now() / 1000)
  const headersOf = (signature: string, timestamp = now) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  })

  it('a webhook signature equals the signature of the Standard Webhooks library', () => {
    const secret = newSigningSecret()
    const signature = signMessage([secret], 'msg_1', now, body)
    const library = new Webhook(secret)
    expect(signature).toBe(library.sign('msg_1', new Date(now * 1000), body))
    expect(library.verify(body, headersOf(signature))).toEqual({ type: 'webhook.test' })
  })

  it('a webhook signature is accepted with either of two secrets, and with no other secret', () => {
    const [newer, older, other] = [newSigningSecret(), newSigningSecret(), newSigningSecret()]
    const headers = headersOf(signMessage([newer, older], 'msg_1', now, body))
    for (const secret of [newer, older])
      expect(new Webhook(secret).verify(body, headers)).toEqual({ type: 'webhook.test' })
    expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature')
  })

  it('a webhook signature is rejected for another id, body or time', () => {
    const secret = newSigningSecret()
    const signature = signMessage([secret], 'msg_1', now, body)
    const library = new Webhook(secret)
    expect(() => library.verify(`${body} `, headersOf(signature))).toThrow()
    expect(() => library.verify(body, { ...headersOf(signature), 'webhook-id': 'msg_2' })).toThrow()
    expect(() => library.verify(body, headersOf(signature, now - 1))).toThrow()
    const old = signMessage([secret], 'msg_1', now - 400, body)
    expect(() => library.verify(body, headersOf(old, now - 400))).toThrow('too old')
  })

  it('a signing secret consists of 24 random bytes', () => {
    const secrets = Array.from({ length: 100 }, newSigningSecret)
    expect(new Set(secrets).size).toBe(100)
    for (const secret of secrets) expect(Buffer.from(secret.slice(6), 'base64').length).toBe(24)
  })
})
