import { describe, expect, it } from 'vitest'
import type { AdminEvent, AdminPerson, PasswordLink } from '#shared/contract/admin'
import { limits } from '#shared/contract/kit/limits'
import { HOUR, MINUTE } from '#shared/time'
import {
  adminEmail,
  administratorOf,
  choosePassword,
  tokenOfLink,
  type Administrator,
} from '../../support/people/admin'
import { adminFixture, mailServer, secondAdminEmail } from '../../support/people/servers'
import { emailOf, signUp } from '../../support/people/sign-up'
import { cookieOf, startSession } from '../../support/people/sessions'
import { signInThrough } from '../../support/people/provider-sign-in'
import { runSql } from '../../support/data/database'
import { watchRows } from '../../support/data/unchanged'
import { caller } from '../../support/server/client'
import { startServer, type TestServer } from '../../support/server/server'
import { startOidcProvider } from '../../support/stubs/oidc-provider'

const { server, admin, adminAction, passwordLink } = await adminFixture()

interface Created {
  person: AdminPerson
  passwordLink: PasswordLink | null
}

const create = (email: string, name = 'Nia', by: Administrator['admin'] = admin) =>
  by.call<Created & { data: { error: string; field: string | null; message: string } }>(
    'POST',
    '/api/admin/people',
    { email, name, reason: 'New colleague' },
  )
const latestEvent = async () =>
  (await admin.call<{ events: AdminEvent[] }>('GET', '/api/admin/events')).body.events[0]
const isConfirmed = async (at: TestServer, id: string) =>
  Boolean(
    (await runSql<{ email_verified: unknown }>(at, 'SELECT email_verified FROM "user" WHERE id = ?', [id]))[0]
      ?.email_verified,
  )
const canSignIn = async (at: TestServer, email: string) => {
  const call = caller(at, { cookie: await cookieOf(at, email) })
  return (await call('GET', '/api/me')).status === 200
}

describe('an administrator creates a person', () => {
  it('a person whom an administrator creates sets a password by link, which confirms no email', async () => {
    const { status, body } = await create('Nia@Example.org')
    expect([status, body.person]).toEqual([
      201,
      {
        id: expect.stringMatching(/^usr_/) as string,
        name: 'Nia',
        email: 'nia@example.org',
        emailVerified: false,
        admin: false,
        state: 'active',
        deletesAt: null,
        createdAt: expect.any(String) as string,
        lastSeenAt: null,
        workspaceCount: 0,
      },
    ])
    expect(await latestEvent()).toMatchObject({
      kind: 'person.created',
      actor: { id: admin.id },
      subject: { id: body.person.id, name: 'Nia' },
      reason: 'New colleague',
      membership: null,
    })
    expect(await canSignIn(server, 'nia@example.org')).toBe(false)
    const { url = '' } = body.passwordLink ?? {}
    const landed = await fetch(url, { redirect: 'manual' })
    expect(landed.headers.get('location')).toBe(`${server.url}/reset-password?token=${tokenOfLink(url)}`)
    expect((await choosePassword(server, url)).status).toBe(200)
    expect(await canSignIn(server, 'nia@example.org')).toBe(true)
    expect(await isConfirmed(server, body.person.id)).toBe(false)
  })

  it('creating a person with the email of another account gets a 409, in upper or lower case', async () => {
    await create('known@example.org')
    const expectSameRows = await watchRows(server)
    for (const email of ['known@example.org', 'KNOWN@example.org', adminEmail])
      expect(await create(email)).toMatchObject({
        status: 409,
        body: { data: { error: 'conflict', field: 'email' } },
      })
    await expectSameRows()
  })

  it('creating a person with a malformed email, an invisible name or no reason gets a 422', async () => {
    const valid = { email: 'new@example.org', name: 'New', reason: 'x' }
    const expectSameRows = await watchRows(server)
    for (const [field, value] of [
      ['email', 'new'],
      ['email', `${'x'.repeat(310)}@example.org`],
      ['name', '  '],
      ['name', 'x'.repeat(limits.personName + 1)],
      ['name', 'a\u202eb'],
      ['reason', ''],
    ] as const)
      expect(await admin.call('POST', '/api/admin/people', { ...valid, [field]: value })).toMatchObject({
        status: 422,
        body: { data: { field } },
      })
    await expectSameRows()
    const name = 'x'.repeat(limits.personName)
    expect((await admin.call('POST', '/api/admin/people', { ...valid, name })).status).toBe(201)
  })

  it('an administrator creates people while sign-up is by invitation or by domain', async () => {
    const own = await startServer({ ADMINS: adminEmail })
    try {
      await signUp(own, 'Ada', { email: adminEmail })
      for (const SIGN_UPS of ['invite', 'domain:example.com']) {
        await own.restart({ SIGN_UPS })
        const { admin: by } = await administratorOf(own)
        const email = `${SIGN_UPS.slice(0, 6)}@elsewhere.org`
        const { status, body } = await create(email, 'Nia', by)
        expect([SIGN_UPS, status, body.person.emailVerified]).toEqual([SIGN_UPS, 201, false])
        await choosePassword(own, body.passwordLink?.url ?? '')
        expect(await canSignIn(own, email)).toBe(true)
      }
    } finally {
      await own.stop()
    }
  })

  it('a person created with an unconfirmed email in ADMINS does not become an administrator', async () => {
    const { server: mailing } = await mailServer()
    const ada = await administratorOf(mailing)
    const confirm = (id: string, confirmed: boolean) =>
      runSql(mailing, `UPDATE "user" SET email_verified = ${confirmed} WHERE id = ?`, [id])
    await confirm(ada.admin.id, true)
    await runSql(mailing, 'DELETE FROM "user" WHERE email = ?', [secondAdminEmail])
    const { body } = await create(secondAdminEmail, 'Bo', ada.admin)
    await choosePassword(mailing, body.passwordLink?.url ?? '')
    const { cookie } = await startSession(mailing, secondAdminEmail)
    expect((await caller(mailing, { cookie })('GET', '/api/admin/usage')).status).toBe(404)
    await confirm(ada.admin.id, false)
    await runSql(mailing, 'DELETE FROM "user" WHERE id = ?', [body.person.id])
  })
})

describe('a password link from an administrator', () => {
  it('only the latest password link of a person works, only once and only for an hour', async () => {
    const person = await signUp(server, 'Per')
    const [first, second] = [await passwordLink(person.id), await passwordLink(person.id, 'Again')]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(Date.parse(second.body.expiresAt) - server.now()).toBeGreaterThan(HOUR - MINUTE)
    expect(Date.parse(second.body.expiresAt) - server.now()).toBeLessThanOrEqual(HOUR)
    expect(await latestEvent()).toMatchObject({
      kind: 'person.password_link_created',
      actor: { id: admin.id },
      subject: { id: person.id, name: 'Per' },
      reason: 'Again',
    })
    const use = async (url: string) => (await choosePassword(server, url, 'another long password')).status
    expect([await use(first.body.url), await use(second.body.url), await use(second.body.url)]).toEqual([
      400, 200, 400,
    ])
    const landed = await fetch(second.body.url, { redirect: 'manual' })
    expect(landed.headers.get('location')).toBe(`${server.url}/reset-password?error=INVALID_TOKEN`)
    const third = (await passwordLink(person.id)).body.url
    await runSql(server, 'UPDATE verification SET expires_at = created_at WHERE identifier LIKE ?', [
      `%${tokenOfLink(third)}`,
    ])
    expect(await use(third)).toBe(400)
  })

  it('using a password link ends all sessions and does not confirm the email', async () => {
    const person = await signUp(server, 'Per')
    const other = await startSession(server, await emailOf(person))
    const { url } = (await passwordLink(person.id)).body
    // Creating the link does not change the account yet.
    expect((await person.call('GET', '/api/me')).status).toBe(200)
    expect((await choosePassword(server, url)).status).toBe(200)
    for (const cookie of [person.cookie, other.cookie])
      expect((await caller(server, { cookie })('GET', '/api/me')).status).toBe(401)
    expect(await isConfirmed(server, person.id)).toBe(false)
  })

  it('using a password link keeps a confirmed email confirmed', async () => {
    const person = await signUp(server, 'Per')
    await runSql(server, 'UPDATE "user" SET email_verified = true WHERE id = ?', [person.id])
    await choosePassword(server, (await passwordLink(person.id)).body.url)
    expect(await isConfirmed(server, person.id)).toBe(true)
  })

  it('a reset with the token of a password link in the query does not confirm the email', async () => {
    const person = await signUp(server, 'Per')
    const token = tokenOfLink((await passwordLink(person.id)).body.url)
    const response = await caller(server)('POST', `/api/auth/reset-password?token=${token}`, {
      newPassword: 'another long password',
    })
    expect([response.status, await isConfirmed(server, person.id)]).toEqual([200, false])
  })

  it('no password link is created for administrators, suspended people or unknown ids', async () => {
    const bo = await signUp(server, 'Bo', { email: 'bo.link@example.org' })
    await runSql(server, 'UPDATE "user" SET email = ?, email_verified = true WHERE id = ?', [
      `x-${secondAdminEmail}`,
      bo.id,
    ])
    expect((await passwordLink(bo.id)).status).toBe(201)
    expect(await passwordLink(admin.id)).toMatchObject({
      status: 409,
      body: { data: { message: 'Administrators cannot create a link for their own password.' } },
    })
    await adminAction(bo.id, 'suspend')
    expect(await passwordLink(bo.id)).toMatchObject({
      status: 409,
      body: { data: { message: 'This person is suspended.' } },
    })
    expect((await passwordLink('usr_01AAAAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404)
    expect((await passwordLink(bo.id, ' ')).status).toBe(422)
  })
})

it('with PASSWORD_SIGN_IN=off, a person created by an administrator gets no password link', async () => {
  const provider = await startOidcProvider()
  const own = await startServer({ ...provider.env, ADMINS: adminEmail, PASSWORD_SIGN_IN: 'off' })
  const personOf = (sub: string, email: string) => ({ sub, email, email_verified: true, name: sub })
  try {
    provider.person = personOf('ada', adminEmail)
    const { call, browser } = await signInThrough(own)
    const ada = { id: '', call, cookie: browser.cookieFor(own.url) }
    const { status, body } = await create('nia@example.org', 'Nia', ada)
    expect([status, body.passwordLink, body.person.emailVerified]).toEqual([201, null, true])
    const link = await ada.call('POST', `/api/admin/people/${body.person.id}/password-reset`, { reason: 'x' })
    expect(link).toMatchObject({
      status: 409,
      body: { data: { message: 'People do not sign in with passwords on this server.' } },
    })
    provider.person = personOf('nia', 'nia@example.org')
    const signedIn = await signInThrough(own)
    expect([
      signedIn.error,
      (await signedIn.call<{ user: { id: string } }>('GET', '/api/me')).body.user.id,
    ]).toEqual([null, body.person.id])

    // On a server with passwords, the email of a created account is unconfirmed, so a sign-in through a
    // provider is not linked to the account automatically.
    await own.restart({ PASSWORD_SIGN_IN: 'on' })
    const max = (await create('max@example.org', 'Max', ada)).body
    provider.person = personOf('max', 'max@example.org')
    expect((await signInThrough(own)).error).toBe('account_not_linked')
    await choosePassword(own, max.passwordLink?.url ?? '')
    expect(await canSignIn(own, 'max@example.org')).toBe(true)
  } finally {
    await own.stop()
    await provider.stop()
  }
})
