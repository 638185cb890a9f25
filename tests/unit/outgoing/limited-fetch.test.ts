import type { ServerResponse } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { limitedFetch } from '~~/server/outgoing/limited-fetch'
import { startStub, type HttpStub } from '../../support/stubs/http-stub'

let provider: HttpStub | undefined
afterEach(() => provider?.stop())

/** Starts a provider. The promise `closed` ends when one of its responses has ended or was cut off. */
async function startProvider(respond: (response: ServerResponse) => void) {
  const closed = Promise.withResolvers<null>()
  provider = await startStub((_request, response) => {
    response.on('close', () => closed.resolve(null))
    respond(response)
  })
  return { url: provider.url, closed: closed.promise }
}

it('the response of a sign-in provider is returned with its status and headers', async () => {
  const { url } = await startProvider(response =>
    response.writeHead(302, { location: '/elsewhere' }).end('{"keys":[]}'),
  )
  const response = await limitedFetch(url, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([302, '/elsewhere'])
  expect(await response.json()).toEqual({ keys: [] })
})

it('a response of a sign-in provider without a body is returned', async () => {
  const { url } = await startProvider(response => response.writeHead(204).end())
  expect((await limitedFetch(url)).status).toBe(204)
})

it('the response of a sign-in provider is cut off if it does not end', async () => {
  const { url, closed } = await startProvider(response => {
    const send = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', send)
    send()
  })
  await expect(limitedFetch(url)).rejects.toThrow('too long a response')
  await closed
})

it('the response of a sign-in provider is cut off if it is not complete in time', async () => {
  const { url, closed } = await startProvider(response => {
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  })
  await expect(limitedFetch(url, {}, 500)).rejects.toThrow('timeout')
  await closed
})

it('a request to a sign-in provider ends when the signal of its caller is aborted', async () => {
  const { url } = await startProvider(() => {})
  await expect(limitedFetch(url, { signal: AbortSignal.timeout(50) }, 60_000)).rejects.toThrow('timeout')
})
