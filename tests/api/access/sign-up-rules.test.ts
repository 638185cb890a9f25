import { afterAll, beforeAll, expect, it } from 'vitest'
import { inviteReviewer, letAgentsInvite } from '../../support/people/agent-invitations'
import { caller } from '../../support/server/client'
import { cookieOf, password } from '../../support/people/sessions'
import { requestSignUp, signUp } from '../../support/people/sign-up'
import { startOidcProvider, type OidcProvider } from '../../support/stubs/oidc-provider'
import { sharedMail } from '../../support/stubs/mail'
import { signInThrough } from '../../support/people/provider-sign-in'
import { startServer } from '../../support/server/server'

let provider: OidcProvider

beforeAll(async () => {
  provider = await startOidcProvider()
})
afterAll(() => provider.stop())

/** Signs in through the provider as a person with this email, and returns the error. */
async function attempt(server: Parameters<typeof signInThrough>[0], email: string, more = {}) {
  provider.person = { sub: email, email, email_verified: true, name: 'Someone', ...more }
  return (await signInThrough(server, more)).error
}

it('an unconfirmed email at a sign-in provider creates no account, even where sign-up is open', async () => {
  const server = await startServer(provider.env)
  expect(await attempt(server, 'a@example.org', { email_verified: false })).toBe('email_not_verified')
  expect(await attempt(server, 'a@example.org', { email_verified: undefined })).toBe('email_not_verified')
  expect(await attempt(server, 'b@example.org', { email: undefined })).toBe('email_not_found')
  expect((await caller(server)<object>('GET', '/api/sign-in')).body).toMatchObject({ signUps: 'first' })
  expect(await attempt(server, 'a@example.org')).toBeNull()
  await server.stop()
})

it('SIGN_UPS=invite admits only the first account and people with an invitation', async () => {
  const server = await startServer({ ...provider.env, SIGN_UPS: 'invite' })
  // Of several concurrent first sign-ups, only one succeeds.
  provider.person = { sub: 'first', email: 'first@example.org', email_verified: true }
  const emails = ['a', 'b', 'c'].map(name => `${name}@example.com`)
  const [through, ...withPassword] = await Promise.all([
    signInThrough(server),
    ...emails.map(email => requestSignUp(server, email, { email })),
  ])
  const admitted = [through.error === null, ...withPassword.map(each => each.ok)]
  expect(admitted.sort()).toEqual([false, false, false, true])
  const refused = withPassword.find(each => !each.ok)
  expect([refused?.status, await refused?.json()]).toMatchObject([
    403,
    { statusCode: 403, data: { error: 'forbidden' } },
  ])

  const winner = emails[withPassword.findIndex(each => each.ok)]
  const call =
    winner === undefined ? through.call : caller(server, { cookie: await cookieOf(server, winner) })
  const workspaceId = (await call<{ workspace: { id: string } }>('GET', '/api/me')).body.workspace.id
  const invited = async () =>
    (await call<{ token: string }>('POST', `/api/workspaces/${workspaceId}/invitations`, { role: 'member' }))
      .body.token
  expect(await attempt(server, 'd@example.org')).toBe('sign_up_by_invitation')
  expect(await attempt(server, 'd@example.org', { invitation: 'made-up' })).toBe('sign_up_by_invitation')
  expect((await requestSignUp(server, 'E', { invitation: 'made up' })).status).toBe(403)
  expect(await attempt(server, 'd@example.org', { invitation: await invited() })).toBeNull()
  expect((await requestSignUp(server, 'E', { invitation: await invited() })).status).toBe(200)
  // A person who has an account can sign in without an invitation.
  expect(await attempt(server, 'd@example.org')).toBeNull()

  // An invitation that an agent created is valid only for the invited email.
  expect(await letAgentsInvite({ call, workspaceId })).toBe(200)
  const capabilities = ['artifact:write']
  const { token } = (
    await call<{ token: string }>('POST', '/api/tokens', { name: 'ci-agent', workspaceId, capabilities })
  ).body
  const email = 'invited@example.com'
  const { body } = await inviteReviewer(caller(server, { authorization: `Bearer ${token}` }), email)
  const invitation = body.url.split('/').at(-1)
  expect((await requestSignUp(server, 'Tom', { invitation })).status).toBe(403)
  expect((await requestSignUp(server, 'Rae', { invitation, email })).status).toBe(200)
  await server.stop()
})

it('SIGN_UPS=domain: admits only people with a confirmed email of one of its domains', async () => {
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
  // An invitation admits no one whose email has another domain.
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

  // A person who has an account can change its email only by mail, and only to an address in these domains.
  const change = (email: string) => owner.call('PUT', '/api/me/email', { email, password })
  expect(await change('owner@example.org')).toMatchObject({ status: 403 })
  await server.restart({ SMTP_URL: (await sharedMail()).url, MAIL_FROM: 'exhibit@acme.example' })
  expect(await change('owner@example.net')).toMatchObject({
    status: 422,
    body: { data: { field: 'email', message: expect.stringContaining('example.org') as string } },
  })
  expect((await change('owner@example.org')).status).toBe(200)
  await server.stop()
})
