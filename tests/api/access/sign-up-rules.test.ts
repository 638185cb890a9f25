import { afterAll, beforeAll, expect, it } from 'vitest'
import { caller, requestSignUp, signUp } from '../../support/server/client'
import { startOidcProvider, type OidcProvider } from '../../support/stubs/oidc-provider'
import { signInThrough } from '../../support/people/provider-sign-in'
import { startServer } from '../../support/server/server'

let provider: OidcProvider

beforeAll(async () => {
  provider = await startOidcProvider()
})
afterAll(() => provider.stop())

/** Signs in as a person with this email; returns the error. */
async function attempt(server: Parameters<typeof signInThrough>[0], email: string, more = {}) {
  provider.person = { sub: email, email, email_verified: true, name: 'Someone', ...more }
  return (await signInThrough(server, more)).error
}

it('An unconfirmed email of a provider opens no account, also where sign-up is open.', async () => {
  const server = await startServer(provider.env)
  expect(await attempt(server, 'a@example.org', { email_verified: false })).toBe('email_not_verified')
  expect(await attempt(server, 'a@example.org', { email_verified: undefined })).toBe('email_not_verified')
  expect(await attempt(server, 'b@example.org', { email: undefined })).toBe('email_not_found')
  expect((await caller(server)<object>('GET', '/api/sign-in')).body).toMatchObject({ signUps: 'first' })
  expect(await attempt(server, 'a@example.org')).toBeNull()
  await server.stop()
})

it('SIGN_UPS=invite admits the first account and invited people only, through a provider too.', async () => {
  const server = await startServer({ ...provider.env, SIGN_UPS: 'invite' })
  // Of two first sign-ups at the same time, one is the first.
  provider.person = { sub: 'first', email: 'first@example.org', email_verified: true }
  const [one, two] = await Promise.all([signInThrough(server), requestSignUp(server, 'Second')])
  expect([one.error === null, two.ok].sort()).toEqual([false, true])
  expect(await attempt(server, 'c@example.org')).toBe('sign_up_by_invitation')
  expect(await attempt(server, 'c@example.org', { invitation: 'made-up' })).toBe('sign_up_by_invitation')
  await server.stop()

  const invited = await startServer({ ...provider.env, SIGN_UPS: 'invite' })
  const owner = await signUp(invited)
  const { body } = await owner.call<{ token: string }>(
    'POST',
    `/api/workspaces/${owner.workspaceId}/invitations`,
    { role: 'member' },
  )
  expect(await attempt(invited, 'c@example.org', { invitation: body.token })).toBeNull()
  // An account that exists needs no invitation.
  expect(await attempt(invited, 'c@example.org')).toBeNull()
  await invited.stop()
})

it('SIGN_UPS=domain: admits confirmed emails of its domains only, and no password sign-up.', async () => {
  const server = await startServer({ ...provider.env, SIGN_UPS: 'domain:Example.org, example.com' })
  const owner = await signUp(server, 'Owner', { email: 'owner@elsewhere.example' })
  expect((await caller(server)<object>('GET', '/api/sign-in')).body).toMatchObject({
    signUps: 'domain',
    signUpDomains: ['example.org', 'example.com'],
  })
  expect(await attempt(server, 'd@EXAMPLE.org')).toBeNull()
  expect(await attempt(server, 'd@example.com')).toBeNull()
  for (const email of [
    'd@sub.example.org',
    'd@example.net',
    'd@notexample.org',
    'd@example.org.evil.example',
  ])
    expect([email, await attempt(server, email)]).toEqual([email, 'sign_up_by_domain'])
  expect(await attempt(server, 'e@example.org', { email_verified: false })).toBe('email_not_verified')
  // An invitation is to a workspace of people whom the server admits.
  const { body } = await owner.call<{ token: string }>(
    'POST',
    `/api/workspaces/${owner.workspaceId}/invitations`,
    { role: 'member' },
  )
  expect(await attempt(server, 'f@example.net', { invitation: body.token })).toBe('sign_up_by_domain')
  const refused = await requestSignUp(server, 'G', { email: 'g@example.org' })
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    {
      data: { error: 'forbidden', message: expect.stringContaining('a password does not confirm') as string },
    },
  ])
  await server.stop()
})
