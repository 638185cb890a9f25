import { expect, it, onTestFinished } from 'vitest'
import type { OidcSettings } from '~~/server/settings/sign-in'
import { readClaims } from '~~/server/sign-in/providers/oidc-claims'
import { startStub } from '../../support/stubs/http-stub'

const oidc = { issuer: 'https://id.example', clientId: 'exhibit' } as OidcSettings

/** Returns an ID token with these claims. Its signature is checked before the claims are read. */
function idToken(claims: object): string {
  return ['{}', JSON.stringify(claims), ''].map(each => Buffer.from(each).toString('base64url')).join('.')
}

const person = { sub: 'lena', email: 'lena@example.org', email_verified: true }

it('the claims of an ID token are read, with or without this client as the authorized party', async () => {
  expect(await readClaims(oidc, { idToken: idToken(person) })).toEqual(person)
  const named = { ...person, azp: 'exhibit' }
  expect(await readClaims(oidc, { idToken: idToken(named) })).toEqual(named)
})

it('an ID token that was issued to another client has no claims', async () => {
  expect(await readClaims(oidc, { idToken: idToken({ ...person, azp: 'another' }) })).toBeNull()
})

it('without an ID token there are no claims, even with an access token', async () => {
  expect(await readClaims(oidc, { accessToken: 'secret' })).toBeNull()
})

it('an ID token with a subject that is too long or not printable ASCII has no claims', async () => {
  const longest = { ...person, sub: 'x'.repeat(255) }
  expect(await readClaims(oidc, { idToken: idToken(longest) })).toEqual(longest)
  for (const sub of ['x'.repeat(256), 'a\0b', 'a\nb', 'ä', '', 5, null, undefined])
    expect([sub, await readClaims(oidc, { idToken: idToken({ ...person, sub }) })]).toEqual([sub, null])
})

it('without a readable userinfo endpoint, claims without an email are not enough', async () => {
  const stub = await startStub((request, response) => {
    const metadata = JSON.stringify({ userinfo_endpoint: `${stub.url}/me` })
    response.end(request.url === '/me' ? '<h1>Bad gateway</h1>' : metadata)
  })
  onTestFinished(stub.stop)
  const tokens = { idToken: idToken({ sub: 'lena' }), accessToken: 'secret' }
  for (const issuer of [stub.url, 'http://127.0.0.1:1'])
    expect([issuer, await readClaims({ ...oidc, issuer }, tokens)]).toEqual([issuer, null])
})
