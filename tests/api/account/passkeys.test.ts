import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { DAY, MINUTE, SECOND } from '#shared/time'
import { createAuthenticator } from '../../support/people/authenticator'
import { caller } from '../../support/server/client'
import { password } from '../../support/people/sessions'
import { runSql } from '../../support/data/database'
import { sharedMail } from '../../support/stubs/mail'
import {
  addPasskey,
  passkeyOrigin,
  preparePasskey,
  signedIn,
  signInAgain,
  signInWithPasskey,
} from '../../support/people/passkeys'
import { preloading } from '../../support/server/preload'
import { RedirectClient } from '../../support/people/redirects'
import { limitedServer, newAddress } from '../../support/people/servers'
import { sharedServer, startServer, type TestServer } from '../../support/server/server'

const mail = await sharedMail()
// Tests move the clock of this server, so each test signs up its own people.
const server = await startServer({
  ...preloading('quick-passwords'),
  PUBLIC_URL: passkeyOrigin,
  SMTP_URL: mail.url,
  MAIL_FROM: 'x@example.org',
})
afterAll(() => server.stop())

interface Methods {
  methods: { id: string; kind: string; name: string; usable: boolean; lastUsedAt: string | null }[]
  passkeys: boolean
}

const as = (browser: RedirectClient, at = server) => caller(at, { cookie: browser.cookieFor(at.url) })

const methodsOf = async (browser: RedirectClient) =>
  (await as(browser)<Methods>('GET', '/api/me/sign-in-methods')).body.methods

async function emailIn(browser: RedirectClient, at: TestServer = server): Promise<string | null> {
  const { status, body } = await as(browser, at)<{ user: { email: string } }>('GET', '/api/me')
  return status === 200 ? body.user.email : null
}

describe('A passkey', () => {
  it('signing in with a passkey neither creates an account nor confirms an email', async () => {
    const browser = await signedIn(server, 'ann@example.org')
    const { status, authenticator } = await addPasskey(browser, server, { name: '  Laptop ' })
    expect(status).toBe(200)
    expect(await methodsOf(browser)).toMatchObject([
      { kind: 'password', usable: true },
      { kind: 'passkey', name: 'Laptop', usable: true },
    ])
    const accounts = () => runSql(server, 'SELECT id, email_verified FROM "user"')
    const before = await accounts()
    const signed = await signInWithPasskey(server, authenticator)
    expect([signed.status, await emailIn(signed.browser)]).toEqual([200, 'ann@example.org'])
    expect(await accounts()).toEqual(before)
    // The session token is a credential, so the response contains it only in the cookie.
    const token = /session_token=([^.;]+)/.exec(signed.browser.cookieFor(server.url))?.[1]
    expect(token).toMatch(/\w{20}/)
    expect(JSON.stringify(signed.body)).not.toContain(token)
  })

  it('a passkey is listed with the time of its last use and its name, which can be changed', async () => {
    const browser = await signedIn(server, 'renames@example.org')
    const { authenticator } = await addPasskey(browser, server)
    const of = async () => (await methodsOf(browser)).find(each => each.kind === 'passkey')
    expect(await of()).toMatchObject({ name: 'Laptop', lastUsedAt: null })
    const before = server.now()
    await signInWithPasskey(server, authenticator, { userVerified: false })
    expect((await of())?.lastUsedAt).toBeNull()
    expect((await signInWithPasskey(server, authenticator)).status).toBe(200)
    const { id = '', lastUsedAt } = (await of()) ?? {}
    expect(Math.abs(Date.parse(lastUsedAt ?? '') - before)).toBeLessThan(MINUTE)

    const rename = (by: RedirectClient, name: unknown, passkeyId = id) =>
      as(by)('PATCH', `/api/me/sign-in-methods/${passkeyId}`, { name })
    expect((await rename(browser, '  Phone ')).status).toBe(204)
    expect((await of())?.name).toBe('Phone')
    for (const name of ['', '  ', 'x'.repeat(limits.passkeyName + 1), undefined])
      expect(await rename(browser, name)).toMatchObject({ status: 422, body: { data: { field: 'name' } } })
    expect((await rename(browser, 'x'.repeat(limits.passkeyName))).status).toBe(204)
    const [passwordMethod] = await methodsOf(browser)
    const outsider = await signedIn(server, 'outsider@example.org')
    for (const [by, passkeyId] of [
      [outsider, id],
      [browser, passwordMethod?.id],
      [browser, 'unknown'],
    ] as const)
      expect((await rename(by, 'Mine', passkeyId)).status).toBe(404)
    expect((await of())?.name).toBe('x'.repeat(limits.passkeyName))
  })

  it('the server asks for a discoverable passkey and for verification of the person', async () => {
    const browser = await signedIn(server, 'options@example.org')
    await addPasskey(browser, server)
    const get = (path: string) => as(browser)<object>('GET', `/api/auth/passkey/generate-${path}-options`)
    expect((await get('register')).body).toMatchObject({
      rp: { id: 'localhost', name: 'Exhibit' },
      user: { name: 'options@example.org' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const { body } = await get('authenticate')
    expect(body).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(body).not.toHaveProperty('allowCredentials')
  })

  it('a passkey response is refused if the authenticator did not verify the person', async () => {
    const browser = await signedIn(server, 'unverified@example.org')
    const refusal = { status: 403, body: { data: { error: 'forbidden' } } }
    expect(await addPasskey(browser, server, { userVerified: false })).toMatchObject(refusal)
    const { authenticator } = await addPasskey(browser, server)
    const signed = await signInWithPasskey(server, authenticator, { userVerified: false })
    expect(signed).toMatchObject(refusal)
    expect(await emailIn(signed.browser)).toBeNull()
  })

  it('a passkey of another origin or site is refused when it is added and when it is used', async () => {
    const browser = await signedIn(server, 'origin@example.org')
    const { authenticator } = await addPasskey(browser, server)
    for (const deviation of [{ origin: 'http://evil.localhost' }, { rpId: 'evil.example' }]) {
      const refusal = { status: 400, body: { data: { error: 'bad_request', hint: 'Try again.' } } }
      expect(await addPasskey(browser, server, deviation)).toMatchObject(refusal)
      const signed = await signInWithPasskey(server, authenticator, deviation)
      expect([deviation, signed]).toMatchObject([deviation, refusal])
      expect(await emailIn(signed.browser)).toBeNull()
    }
    expect(await methodsOf(browser)).toHaveLength(2)
  })

  it('a passkey response is valid only once, for five minutes, in the requesting browser', async () => {
    const { authenticator } = await addPasskey(await signedIn(server, 'replay@example.org'), server)
    const { browser, sent, status } = await signInWithPasskey(server, authenticator)
    const path = '/api/auth/passkey/verify-authentication'
    const refusal = {
      status: 400,
      body: { data: { message: 'This took longer than five minutes, or was sent before.' } },
    }
    expect(status).toBe(200)
    expect(await as(browser)('POST', path, sent)).toMatchObject(refusal)
    const begin = async () => {
      const other = new RedirectClient()
      const begun = await other.send(`${server.url}/api/auth/passkey/generate-authenticate-options`)
      const response = authenticator.authenticate((await begun.json()) as { challenge: string })
      return { other, response }
    }
    const stolen = await begin()
    expect(await caller(server)('POST', path, { response: stolen.response })).toMatchObject(refusal)
    const late = await begin()
    await server.advance(5 * MINUTE + SECOND)
    expect(await as(late.other)('POST', path, { response: late.response })).toMatchObject(refusal)
    const inTime = await begin()
    await server.advance(5 * MINUTE - 30 * SECOND)
    expect((await as(inTime.other)('POST', path, { response: inTime.response })).status).toBe(200)
  })

  it('a passkey is refused when its counter goes back, which shows that it was copied', async () => {
    const { authenticator } = await addPasskey(await signedIn(server, 'counter@example.org'), server)
    authenticator.count(7)
    expect((await signInWithPasskey(server, authenticator)).status).toBe(200)
    expect((await signInWithPasskey(server, authenticator)).status).toBe(400)
    authenticator.count(8)
    expect((await signInWithPasskey(server, authenticator)).status).toBe(200)
  })

  it('an unknown passkey is refused with an error that states that no account has it', async () => {
    expect(await signInWithPasskey(server, createAuthenticator(passkeyOrigin))).toMatchObject({
      status: 401,
      body: {
        data: { error: 'unauthorized', message: expect.stringContaining('No account here has this passkey') },
      },
    })
  })

  it('a suspended person can neither sign in with a passkey nor add one', async () => {
    const browser = await signedIn(server, 'suspended@example.org')
    const { authenticator } = await addPasskey(browser, server)
    await runSql(server, `UPDATE "user" SET suspended_at = 1 WHERE email = 'suspended@example.org'`)
    const refused = { status: 403, body: { data: { error: 'account_suspended' } } }
    const signed = await signInWithPasskey(server, authenticator)
    expect(signed).toMatchObject(refused)
    expect(await emailIn(signed.browser)).toBeNull()
    expect(await addPasskey(browser, server)).toMatchObject({
      status: 403,
      body: { data: { error: 'suspended' } },
    })
  })

  it('a passkey is deleted together with its account', async () => {
    const { authenticator } = await addPasskey(await signedIn(server, 'deleted@example.org'), server)
    await runSql(
      server,
      `DELETE FROM membership WHERE user_id IN (SELECT id FROM "user" WHERE email = 'deleted@example.org')`,
    )
    await runSql(server, `DELETE FROM "user" WHERE email = 'deleted@example.org'`)
    expect((await signInWithPasskey(server, authenticator)).status).toBe(401)
  })
})

describe('Adding a passkey', () => {
  it('adding and removing a passkey needs a session that began within the last day', async () => {
    const outsider = await addPasskey(new RedirectClient(), server)
    expect(outsider).toMatchObject({ status: 401 })
    const browser = await signedIn(server, 'recent@example.org')
    await server.advance(DAY - 10 * MINUTE)
    const { status } = await addPasskey(browser, server)
    expect(status).toBe(200)
    await server.advance(10 * MINUTE)
    const refusal = {
      status: 403,
      body: {
        data: { error: 'forbidden', hint: 'Sign out, sign in again, then repeat this.' },
      },
    }
    expect(await addPasskey(browser, server)).toMatchObject(refusal)
    const { body } = await as(browser)<Methods>('GET', '/api/me/sign-in-methods')
    const id = body.methods.find(({ kind }) => kind === 'passkey')?.id
    expect(await as(browser)('DELETE', `/api/me/sign-in-methods/${id}`)).toMatchObject(refusal)
    const again = await signInAgain(server, 'recent@example.org')
    expect((await as(again)('DELETE', `/api/me/sign-in-methods/${id}`)).status).toBe(204)
  })

  it('a passkey name that is empty or longer than the limit is refused', async () => {
    const browser = await signedIn(server, 'names@example.org')
    const longest = 'n'.repeat(limits.passkeyName)
    expect((await addPasskey(browser, server, { name: longest })).status).toBe(200)
    for (const name of ['', '  ', `${longest}n`])
      expect([name, await addPasskey(browser, server, { name })]).toMatchObject([
        name,
        {
          status: 422,
          body: {
            data: {
              error: 'invalid_request',
              field: 'name',
              message: '"name" must have 1 to 80 characters.',
            },
          },
        },
      ])
  })

  it('a person can add at most 20 passkeys, even by concurrent requests', async () => {
    const browser = await signedIn(server, 'many@example.org')
    for (let i = 1; i < limits.passkeysMax; i++)
      expect([i, (await addPasskey(browser, server)).status]).toEqual([i, 200])
    const prepared = await Promise.all(
      Array.from({ length: 4 }, async () =>
        preparePasskey(await signInAgain(server, 'many@example.org'), server),
      ),
    )
    const results = await Promise.all(prepared.map(send => send()))
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await methodsOf(browser)).filter(({ kind }) => kind === 'passkey')).toHaveLength(20)
  })

  it('a registered passkey cannot be added again, neither by its person nor by another person', async () => {
    const first = await signedIn(server, 'first@example.org')
    const second = await signedIn(server, 'second@example.org')
    const { authenticator } = await addPasskey(first, server)
    for (const browser of [first, second])
      expect(await addPasskey(browser, server, { authenticator })).toMatchObject({
        status: 409,
        body: { data: { error: 'conflict' } },
      })
    expect(await emailIn((await signInWithPasskey(server, authenticator)).browser)).toBe('first@example.org')
  })

  it('adding a passkey with attestation certificates is refused', async () => {
    const browser = await signedIn(server, 'certificates@example.org')
    for (const attestation of [
      { fmt: 'apple', attStmt: new Map([['x5c', [new Uint8Array(9)]]]) },
      { fmt: 'packed', attStmt: new Map([['x5c', [new Uint8Array(9)]]]) },
      { fmt: 'android-safetynet', attStmt: new Map() },
    ])
      expect([attestation.fmt, await addPasskey(browser, server, { attestation })]).toMatchObject([
        attestation.fmt,
        { status: 422, body: { data: { message: '"response" must have no attestation certificates.' } } },
      ])
  })

  it('a malformed request to add or use a passkey is refused, and the error names the field', async () => {
    const browser = await signedIn(server, 'malformed@example.org')
    const call = as(browser)
    const { body: challenge } = await call<{ challenge: string }>(
      'GET',
      '/api/auth/passkey/generate-register-options',
    )
    const authenticator = createAuthenticator(passkeyOrigin)
    const response = authenticator.register(challenge)
    const register = { name: 'x', response }
    const assertion = authenticator.authenticate(challenge)
    const faults = [
      ['registration', { ...register, createSession: true }, 'createSession'],
      ['registration', { ...register, response: undefined }, 'response'],
      ['registration', { ...register, response: { ...response, id: ['x'] } }, 'response.id'],
      ['registration', { ...register, response: { ...response, response: 'x' } }, 'response.response'],
      ['authentication', { response: { ...assertion, id: {} } }, 'response.id'],
      ['authentication', { response: { ...assertion, id: 'x'.repeat(1401) } }, 'response.id'],
      ['authentication', {}, 'response'],
      ['authentication', undefined, 'response'],
    ] as const
    for (const [path, body, field] of faults)
      expect([field, await call('POST', `/api/auth/passkey/verify-${path}`, body)]).toMatchObject([
        field,
        {
          status: 422,
          body: { data: { error: 'invalid_request', message: expect.stringContaining(`"${field}"`) } },
        },
      ])
    const garbled = { ...response, response: { ...response.response, attestationObject: 'AAAA' } }
    expect(
      await call('POST', '/api/auth/passkey/verify-registration', { name: 'x', response: garbled }),
    ).toMatchObject({ status: 422, body: { data: { message: '"response" is not a passkey.' } } })
  })
})

describe('A password reset by mail', () => {
  it('a password reset removes the passkeys of an account only if its email was unconfirmed', async () => {
    const email = 'reset@example.org'
    // The email is unconfirmed, so the person who registered it may not own it.
    const { authenticator } = await addPasskey(await signedIn(server, email), server)
    const reset = async () => {
      const before = mail.mails.length
      await caller(server)('POST', '/api/auth/request-password-reset', {
        email,
        redirectTo: '/reset-password',
      })
      await expect.poll(() => mail.mails.length).toBe(before + 1)
      const token = /reset-password\/([^?\s]+)/.exec(mail.mails.at(-1) ?? '')?.[1]
      const body = { newPassword: password, token }
      expect((await caller(server)('POST', '/api/auth/reset-password', body)).status).toBe(200)
    }
    await reset()
    expect((await signInWithPasskey(server, authenticator)).status).toBe(401)
    const added = await addPasskey(await signInAgain(server, email), server)
    await reset()
    expect((await signInWithPasskey(server, added.authenticator)).status).toBe(200)
  })
})

describe('Removing a passkey', () => {
  it('a removed passkey cannot sign in, and the last sign-in method cannot be removed', async () => {
    const browser = await signedIn(server, 'remove@example.org')
    const { authenticator } = await addPasskey(browser, server)
    const [withPassword, withPasskey] = await methodsOf(browser)
    const remove = (id?: string) => as(browser)('DELETE', `/api/me/sign-in-methods/${id}`)
    expect((await remove(withPassword?.id)).status).toBe(204)
    expect(await remove(withPasskey?.id)).toMatchObject({
      status: 409,
      body: { data: { error: 'conflict' } },
    })
    const other = await addPasskey(browser, server, { name: 'Phone' })
    expect((await remove(withPasskey?.id)).status).toBe(204)
    expect((await signInWithPasskey(server, authenticator)).status).toBe(401)
    expect((await signInWithPasskey(server, other.authenticator)).status).toBe(200)
  })

  it('a passkey of another person cannot be removed', async () => {
    const browser = await signedIn(server, 'owner@example.org')
    await addPasskey(browser, server)
    const id = (await methodsOf(browser)).find(({ kind }) => kind === 'passkey')?.id
    const other = await signedIn(server, 'other@example.org')
    expect((await as(other)('DELETE', `/api/me/sign-in-methods/${id}`)).status).toBe(404)
    for (const [method, path] of [
      ['GET', 'list-user-passkeys'],
      ['POST', 'delete-passkey'],
      ['POST', 'update-passkey'],
    ] as const)
      expect([
        path,
        (await as(browser)(method, `/api/auth/passkey/${path}`, method === 'POST' ? { id } : undefined))
          .status,
      ]).toEqual([path, 404])
    expect(await methodsOf(browser)).toHaveLength(2)
  })
})

describe('Sign-ins with passkeys', () => {
  it('sign-ins with passkeys are limited to ten a minute per client address', async () => {
    // Requests count toward the limit even on a server on which passkeys cannot be used.
    const limited = await limitedServer()
    const begin = caller(limited, newAddress())
    const beginning = () => begin('GET', '/api/auth/passkey/generate-authenticate-options')
    for (let i = 0; i < 60; i++) expect([i, (await beginning()).status]).toEqual([i, 403])
    expect((await beginning()).status).toBe(429)
    const call = caller(limited, newAddress())
    const attempt = () => call('POST', '/api/auth/passkey/verify-authentication', {})
    for (let i = 0; i < 10; i++) expect([i, (await attempt()).status]).toEqual([i, 403])
    expect(await attempt()).toMatchObject({ status: 429, body: { data: { error: 'rate_limited' } } })
  })

  it('sign-ins with passkeys from a page of another site are refused', async () => {
    const { authenticator } = await addPasskey(await signedIn(server, 'csrf@example.org'), server)
    const { browser, sent } = await signInWithPasskey(server, authenticator)
    const headers = { origin: 'https://evil.example' }
    const posted = await as(browser)('POST', '/api/auth/passkey/verify-authentication', sent, headers)
    expect(posted.status).toBe(403)
  })
})

describe('Servers without passkeys', () => {
  const provider = { GITHUB_CLIENT_ID: 'x', GITHUB_CLIENT_SECRET: 'x' }

  it('passkeys are listed as unusable when passwords are off or browsers refuse passkeys', async () => {
    const own = await startServer({ PUBLIC_URL: passkeyOrigin })
    const browser = await signedIn(own, 'off@example.org')
    const { authenticator } = await addPasskey(browser, own)
    const passkeysOf = async () => {
      const { body } = await caller(own)<{ passkeys: boolean }>('GET', '/api/sign-in')
      const list = await as(browser, own)<Methods>('GET', '/api/me/sign-in-methods')
      return [
        body.passkeys,
        list.body.passkeys,
        list.body.methods.find(each => each.kind === 'passkey')?.usable,
      ]
    }
    expect(await passkeysOf()).toEqual([true, true, true])
    for (const [env, message] of [
      [{ PASSWORD_SIGN_IN: 'off', ...provider }, /^Signing in with a passkey is off on this server\./],
      [
        { PASSWORD_SIGN_IN: 'on', PUBLIC_URL: 'http://exhibit.example' },
        /^Passkeys need a PUBLIC_URL with https/,
      ],
    ] as const) {
      await own.restart(env)
      expect(await passkeysOf()).toEqual([false, false, false])
      const refusal = { status: 403, body: { data: { message: expect.stringMatching(message) } } }
      expect(await signInWithPasskey(own, authenticator)).toMatchObject(refusal)
      expect(await addPasskey(browser, own)).toMatchObject(refusal)
    }
    await own.stop()
  })

  it('passkeys are not offered when PUBLIC_URL contains an IP address, which browsers refuse', async () => {
    const plain = await sharedServer()
    const browser = await signedIn(plain, 'at-an-ip-address@example.org')
    const refusal = {
      status: 403,
      body: { data: { message: expect.stringMatching(/^Passkeys need a PUBLIC_URL with https/) } },
    }
    expect(await addPasskey(browser, plain)).toMatchObject(refusal)
    expect(await signInWithPasskey(plain, createAuthenticator(passkeyOrigin))).toMatchObject(refusal)
    const { body } = await as(browser, plain)<Methods>('GET', '/api/me/sign-in-methods')
    expect([body.passkeys, body.methods.map(each => each.kind)]).toEqual([false, ['password']])
  })
})
