import { expect, it } from 'vitest'
import type { OidcSettings } from '~~/server/settings/sign-in'
import { readClaims } from '~~/server/sign-in/providers/oidc-claims'

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
