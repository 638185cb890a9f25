import { expect, it } from 'vitest'
import { sharedServer } from '../../support/server/server'

const server = await sharedServer()
const page = await (await fetch(`${server.url}/sign-in`)).text()
const script = /<link rel="modulepreload"[^>]*href="(\/_nuxt\/[^"]+\.js)"/.exec(page)?.[1] ?? ''

it.each(['br', 'gzip'])('scripts are sent precompressed as %s with immutable caching', async coding => {
  const response = await fetch(server.url + script, { headers: { 'accept-encoding': coding } })
  expect(response.status).toBe(200)
  expect(
    Object.fromEntries(
      ['content-type', 'content-encoding', 'cache-control', 'vary'].map(name => [
        name,
        response.headers.get(name),
      ]),
    ),
  ).toEqual({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': coding,
    'cache-control': 'public, max-age=31536000, immutable',
    'vary': 'Accept-Encoding',
  })
})

it('a script is sent uncompressed to a client that accepts no content coding', async () => {
  const response = await fetch(server.url + script, { headers: { 'accept-encoding': 'identity' } })
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null])
})

it('a missing script is sent with headers that forbid caching', async () => {
  const response = await fetch(`${server.url}/_nuxt/missing.js`)
  expect(response.status).toBe(404)
  expect(response.headers.get('cache-control') ?? '').not.toContain('immutable')
})

it('pages do not make the browser prefetch files', async () => {
  const page = await (await fetch(`${server.url}/sign-in`)).text()
  expect(page).not.toContain('rel="prefetch"')
})
