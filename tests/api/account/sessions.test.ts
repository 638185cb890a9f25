import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { caller } from '../../support/server/client'
import { cookieOf, cookiesOf, password } from '../../support/people/sessions'
import { emailOf, signUp } from '../../support/people/sign-up'
import { administratorOf, adminEmail, choosePassword } from '../../support/people/admin'
import { sharedServer, startServer } from '../../support/server/server'

const server = await sharedServer()
let names = 0

/** Starts a server that hashes passwords as slowly as in production, and signs its administrator in. */
async function slowPasswords() {
  const own = await startServer({ ADMINS: adminEmail, RATE_LIMITS: 'off' })
  await signUp(own, 'Ada', { email: adminEmail })
  return { own, admin: await administratorOf(own) }
}

describe('the picture of a person', () => {
  const refusal = { status: 422, body: { data: { error: 'invalid_request', field: 'image' } } }
  const address = (bytes: number) => `https://example.com/${'x'.repeat(bytes - 20)}`

  it('the picture URL of a person must be https and have at most 2 KB', async () => {
    const person = await signUp(server)
    const set = (image: unknown) => person.call('POST', '/api/auth/update-user', { image })
    const image = async () =>
      (await person.call<{ user: { image: string | null } }>('GET', '/api/me')).body.user.image
    expect((await set(address(limits.personImageBytes))).status).toBe(200)
    expect(await image()).toBe(address(limits.personImageBytes))
    for (const bad of [
      address(limits.personImageBytes + 1),
      `https://example.com/${'é'.repeat(1020)}`,
      'http://example.com/a.png',
      'data:image/png;base64,AAAA',
      'javascript:alert(1)',
      '/a.png',
      'https://',
      '',
      ' https://example.com',
      7,
      {},
    ])
      expect([bad, await set(bad)]).toMatchObject([bad, refusal])
    expect(await image()).toBe(address(limits.personImageBytes))
    expect([(await set(null)).status, await image()]).toEqual([200, null])
  })

  it('the picture URL that is sent at sign-up must also be https and have at most 2 KB', async () => {
    const send = (image: unknown) =>
      caller(server)('POST', '/api/auth/sign-up/email', {
        name: 'Ann',
        email: `pictured${names++}@example.com`,
        password,
        image,
      })
    expect(await send('http://example.com/a.png')).toMatchObject(refusal)
    expect((await send('https://example.com/a.png')).status).toBe(200)
  })
})

describe('sessions', () => {
  interface Session {
    id: string
    userId: string
    token?: string
  }

  it('sessions are listed without their tokens, and a session can be ended by its id', async () => {
    const person = await signUp(server)
    const email = await emailOf(person)
    const other = caller(server, { cookie: await cookieOf(server, email) })
    const shown = await person.call<{ session: Session; user: { id: string } }>(
      'GET',
      '/api/auth/get-session',
    )
    expect([shown.body.session.userId, shown.body.user.id]).toEqual([person.id, person.id])
    const list = await person.call<Session[]>('GET', '/api/auth/list-sessions')
    expect(list.body).toHaveLength(2)
    for (const each of [shown.body.session, ...list.body]) expect(Object.keys(each)).not.toContain('token')
    const secret = decodeURIComponent(/session_token=([^.;]+)/.exec(person.cookie)?.[1] ?? 'none')
    expect(secret.length).toBeGreaterThan(20)
    expect(JSON.stringify([shown.body, list.body])).not.toContain(secret)
    const otherId = list.body.find(each => each.id !== shown.body.session.id)?.id
    const outsider = await signUp(server, 'Outsider')
    await outsider.call('POST', '/api/auth/revoke-session', { id: otherId })
    expect((await other('GET', '/api/me')).status).toBe(200)
    expect((await person.call('POST', '/api/auth/revoke-session', { id: otherId })).status).toBe(200)
    expect([(await other('GET', '/api/me')).status, (await person.call('GET', '/api/me')).status]).toEqual([
      401, 200,
    ])
  })

  it('changing the password ends all other sessions, even if the request asks to keep them', async () => {
    for (const asked of [{}, { revokeOtherSessions: false }, { revokeOtherSessions: true }]) {
      const person = await signUp(server)
      const other = caller(server, { cookie: await cookieOf(server, await emailOf(person)) })
      expect((await other('GET', '/api/me')).status).toBe(200)
      const changed = await person.call('POST', '/api/auth/change-password', {
        currentPassword: password,
        newPassword: 'another long password',
        ...asked,
      })
      expect([changed.status, 'token' in changed.body]).toEqual([200, false])
      const cookie = cookiesOf(changed)
      expect([
        (await other('GET', '/api/me')).status,
        (await caller(server, { cookie })('GET', '/api/me')).status,
      ]).toEqual([401, 200])
    }
  })

  it('a sign-in during a change or reset of the password leaves no session', async () => {
    const { own, admin } = await slowPasswords()
    const signIn = (email: string) =>
      fetch(`${own.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
    for (const how of ['reset', 'change'])
      for (let round = 0; round < 5; round++) {
        const person = await signUp(own)
        const email = await emailOf(person)
        const link = how === 'reset' ? (await admin.passwordLink(person.id)).body.url : ''
        const changing =
          how === 'reset'
            ? choosePassword(own, link, 'another long password')
            : person.call('POST', '/api/auth/change-password', {
                currentPassword: password,
                newPassword: 'another long password',
              })
        const signIns = await Promise.all(Array.from({ length: 4 }, () => signIn(email)))
        expect((await changing).status).toBe(200)
        for (const each of signIns.filter(({ ok }) => ok))
          expect([how, (await caller(own, { cookie: cookiesOf(each) })('GET', '/api/me')).status]).toEqual([
            how,
            401,
          ])
        expect((await signIn(email)).status).toBe(401)
      }
    await own.stop()
  })

  it('a failed password change ends no session', async () => {
    const person = await signUp(server)
    const other = caller(server, { cookie: await cookieOf(server, await emailOf(person)) })
    expect(
      (
        await person.call('POST', '/api/auth/change-password', {
          currentPassword: 'wrong password',
          newPassword: 'another long password',
        })
      ).status,
    ).toBe(400)
    expect([(await other('GET', '/api/me')).status, (await person.call('GET', '/api/me')).status]).toEqual([
      200, 200,
    ])
  })
})
