import { once } from 'node:events'
import { request } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/ids'
import { askForAccess, decide, requestsFor } from '../../support/people/access-requests'
import { caller } from '../../support/server/client'
import { membersOf } from '../../support/people/members'
import { cookieOf, password } from '../../support/people/sessions'
import { emailOf, joined, signUp, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { runSql } from '../../support/data/database'
import { startMail } from '../../support/stubs/mail'
import { preloading } from '../../support/server/preload'
import { sharedServerWithClock, startServer, type TestServer } from '../../support/server/server'

let server: TestServer
let mail: Awaited<ReturnType<typeof startMail>>

beforeAll(async () => {
  mail = await startMail()
  server = await startServer({ SMTP_URL: mail.url, MAIL_FROM: 'Exhibit <exhibit@acme.example>' })
})
afterAll(async () => {
  await server.stop()
  await mail.stop()
})

interface Invited {
  url: string
  sent: boolean
}

/** Waits for the next mail after the first `before` mails. Returns the password-reset link in it. */
async function linkAfter(before: number): Promise<string> {
  await expect.poll(() => mail.mails.length).toBe(before + 1)
  return /https?:\S+reset-password\S+/.exec(mail.mails.at(-1) ?? '')?.[0] ?? ''
}
/** Requests a new password with any Host header, which fetch does not allow. */
const askAt = (host: string, body: object, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(
      `${server.url}/api/auth/request-password-reset`,
      { method: 'POST', headers: { host, 'content-type': 'application/json', ...headers } },
      response => resolve(response.resume().statusCode),
    )
      .on('error', reject)
      .end(JSON.stringify(body))
  })

describe('mail', () => {
  it('an invitation for an email address is sent to this address', async () => {
    const ann = await signUp(server, 'Ann')
    const path = `/api/workspaces/${ann.workspaceId}/invitations`
    const { body } = await ann.call<Invited>('POST', path, { role: 'member', email: 'bob@example.com' })
    expect(body.sent).toBe(true)
    expect(mail.mails.at(-1)).toContain(body.url)
    expect(mail.mails.at(-1)).toMatch(/^From: Exhibit <exhibit@acme.example>\r\nTo: bob@example.com/)
    expect((await ann.call<Invited>('POST', path, { role: 'member' })).body.sent).toBe(false)
    expect(await ann.call('POST', path, { role: 'member', email: 'not an address' })).toMatchObject({
      status: 422,
      body: { data: { field: 'email' } },
    })
  })

  it('names and titles in mails are on one line, without control characters', async () => {
    const ann = await signUp(server, 'Ann')
    // Stores names as earlier versions did.
    await runSql(server, 'update "user" set name = ? where id = ?', ['Ann\r\nBcc: x\u0007\u202e', ann.id])
    const path = `/api/workspaces/${ann.workspaceId}/invitations`
    await ann.call('POST', path, { role: 'member', email: 'bob@example.com' })
    const sent = mail.mails.at(-1) ?? ''
    expect(sent).toMatch(/^Subject: Ann Bcc: x invites you to /m)
    expect(sent).toContain('Ann Bcc: x invites you to the workspace')
  })

  it('mails are limited to five an hour for an address', async () => {
    const own = await startServer({ SMTP_URL: mail.url, RATE_LIMITS: 'on', TRUST_PROXY: 'on' })
    const invite = async (person: Person, email: string, index: number) =>
      (
        await person.call('POST', `/api/workspaces/${person.workspaceId}/invitations`, {
          role: 'member',
          email,
          expiresInDays: 1 + (index % 30),
        })
      ).status
    const ann = await signUp(own, 'Ann')
    const bo = await signUp(own, 'Bo')
    const before = mail.mails.length
    const toOne = [ann, ann, bo, ann, bo, ann].map(
      (person, i) => () => invite(person, 'Victim@example.com', i),
    )
    const statuses: number[] = []
    for (const send of toOne) statuses.push(await send())
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    expect(mail.mails).toHaveLength(before + 5)
    expect(await invite(ann, 'another-person@example.com', 1)).toBe(201)
    const reset = { email: await emailOf(bo) }
    for (let i = 0; i < 6; i++)
      await caller(own, { 'x-forwarded-for': `10.1.0.${i}` })(
        'POST',
        '/api/auth/request-password-reset',
        reset,
      )
    await expect.poll(() => own.log()).toContain('too many mails to its address')
    await expect.poll(() => mail.mails.length).toBe(before + 11)
    await own.stop()
  })

  it('mails that others cause do not use up the mails that the owner of an address asks for', async () => {
    const own = await startServer({ SMTP_URL: mail.url, RATE_LIMITS: 'on' })
    const [outsider, victim] = [await signUp(own, 'Outsider'), await signUp(own, 'Victim')]
    const [email, newEmail] = [await emailOf(victim), 'new-address@example.com']
    const invite = async (to: string) => {
      const path = `/api/workspaces/${outsider.workspaceId}/invitations`
      return (await outsider.call('POST', path, { role: 'member', email: to })).status
    }
    for (const to of [email, newEmail]) {
      const statuses: number[] = []
      for (let i = 0; i < 6; i++) statuses.push(await invite(to))
      expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    }
    const before = mail.mails.length
    await caller(own)('POST', '/api/auth/request-password-reset', { email })
    await expect.poll(() => mail.mails.slice(before).join()).toContain('Reset your Exhibit password')
    const changed = await victim.call('PUT', '/api/me/email', { email: newEmail, password })
    expect(changed).toMatchObject({ status: 200, body: { sent: true } })
    await own.stop()
  })

  it('mails are limited to 100 an hour for a person and for a workspace', async () => {
    const own = await startServer({ SMTP_URL: mail.url, RATE_LIMITS: 'on' })
    const [ann, bo] = [await signUp(own, 'Ann'), await signUp(own, 'Bo')]
    await membersOf(ann).enroll(bo, 'owner')
    const { body } = await ann.call<{ workspace: { id: string } }>('POST', '/api/workspaces', { name: 'Two' })
    const [one, two] = [ann.workspaceId, body.workspace.id]
    let index = 0
    /** Sends a number of invitations, each to another address. Returns the statuses of the last two. */
    const invite = async (cookie: string, workspaceId: string, times: number) => {
      const call = caller(own, { cookie })
      const statuses: number[] = []
      for (let i = 0; i < times; i++) {
        const fields = { role: 'member', email: `outsider${index++}@example.com` }
        statuses.push((await call('POST', `/api/workspaces/${workspaceId}/invitations`, fields)).status)
      }
      return statuses.slice(-2)
    }
    // Each session has its own limit for writes.
    const second = await cookieOf(own, await emailOf(ann))
    expect(await invite(ann.cookie, two, 50)).toEqual([201, 201])
    expect(await invite(second, one, 51)).toEqual([201, 429])
    expect(await invite(bo.cookie, one, 50)).toEqual([201, 429])
    expect(await invite(second, two, 1)).toEqual([429])
    await own.stop()
  })

  it('mails about accepted access requests count toward the limits of mails', async () => {
    const own = await startServer({ SMTP_URL: mail.url, RATE_LIMITS: 'on', TRUST_PROXY: 'on' })
    const owner = await signUp(own, 'Owner', {}, { 'x-forwarded-for': '10.2.0.1' })
    const asking = await signUp(own, 'Asking', {}, { 'x-forwarded-for': '10.2.0.2' })
    const [projectId, email] = [await owner.project(), await emailOf(asking)]
    const invite = () =>
      owner.call('POST', `/api/workspaces/${owner.workspaceId}/invitations`, { role: 'member', email })
    const isToAsking = (each: string) => each.includes(`\r\nTo: ${email}\r\n`)
    for (let sent = 1; sent <= 4; sent++) expect((await invite()).status).toBe(201)
    for (let round = 1; round <= 3; round++) {
      await askForAccess(asking, projectId)
      const [request] = await requestsFor(owner)
      expect(await decide(owner, request?.id ?? '', 'accept')).toBe(204)
      await membersOf(owner).remove(asking)
    }
    const accepted = () => mail.mails.filter(each => isToAsking(each) && each.includes('was accepted'))
    await expect.poll(() => accepted().length).toBe(1)
    expect((await invite()).status).toBe(429)
    expect(accepted()).toHaveLength(1)
    await own.stop()
  })

  it('names in mails contain spaces that prevent mail programs from making them links', async () => {
    const ann = await signUp(server, 'help@evil.example')
    const path = `/api/workspaces/${ann.workspaceId}`
    await ann.call('PATCH', path, { name: 'Win at https://evil.example/now' })
    await ann.call('POST', `${path}/invitations`, { role: 'member', email: 'bob@example.com' })
    const sent = mail.mails.at(-1)
    expect(sent).toContain('help @ evil. example invites you to the workspace')
    expect(sent).toContain('"Win at https: //evil. example/now"')
    expect(sent).not.toMatch(/evil\.example|https:\/\/evil/)
  })

  it('an access request is mailed to every owner; its acceptance is mailed to the person', async () => {
    const ann = await signUp(server, 'Ann')
    const olga = await joined(server, ann, 'Olga', 'member')
    await ann.call('PATCH', `/api/workspaces/${ann.workspaceId}/members/${olga.id}`, { role: 'owner' })
    await joined(server, ann, 'Mel', 'member')
    const reviewId = await newReview(await ann.agent(), await ann.project(), 'Totals wrap')
    const rae = await signUp(server, 'Rae')
    const before = mail.mails.length
    await askForAccess(rae, newId('review'))
    await askForAccess(rae, reviewId, 'Click https://evil.example')
    await expect.poll(() => mail.mails.length).toBe(before + 2)
    const sent = mail.mails.slice(before)
    const receivers = sent.map(each => /^To: (.*)\r$/m.exec(each)?.[1]).sort()
    expect(receivers).toEqual([await emailOf(ann), await emailOf(olga)].sort())
    for (const each of sent) {
      expect(each).toContain(`Rae (${await emailOf(rae)}) asks for access to "Totals wrap"`)
      expect(each).not.toContain('evil.example')
    }
    const [request] = await requestsFor(olga)
    expect(await decide(olga, request?.id ?? '', 'accept')).toBe(204)
    await expect.poll(() => mail.mails.length).toBe(before + 3)
    expect(mail.mails.at(-1)).toContain(`${server.url}/reviews/${reviewId}`)
    expect(mail.mails.at(-1)).not.toContain('Totals wrap')
  })

  it('a mailed link replaces a forgotten password only once, and the reset ends all sessions', async () => {
    const ann = await signUp(server, 'Ann')
    const email = await emailOf(ann)
    const before = mail.mails.length
    const anonymous = caller(server)
    expect((await anonymous('GET', '/api/sign-in')).body).toMatchObject({
      signUps: 'open',
      passwordReset: true,
      publicUrl: server.url,
    })
    expect(
      (await anonymous('POST', '/api/auth/request-password-reset', { email, redirectTo: '/reset-password' }))
        .status,
    ).toBe(200)
    const landed = await fetch(await linkAfter(before), { redirect: 'manual' })
    const token = new URL(landed.headers.get('location') ?? '', server.url).searchParams.get('token')
    const reset = () =>
      anonymous('POST', '/api/auth/reset-password', { newPassword: 'another long password', token })
    expect([(await reset()).status, (await reset()).status]).toEqual([200, 400])
    expect((await ann.call('GET', '/api/me')).status).toBe(401)
    const signIn = (password: string) => anonymous('POST', '/api/auth/sign-in/email', { email, password })
    expect([
      (await signIn('correct horse battery')).status,
      (await signIn('another long password')).status,
    ]).toEqual([401, 200])
  })

  it('a request for a password mail gets the same response whether the account exists or not', async () => {
    const before = mail.mails.length
    const send = (email: string) => caller(server)('POST', '/api/auth/request-password-reset', { email })
    const [unknown, known] = [
      await send('unknown@example.com'),
      await send(await emailOf(await signUp(server))),
    ]
    expect([unknown.status, known.status, unknown.body]).toEqual([200, 200, known.body])
    await linkAfter(before)
    expect((await send('no address')).status).toBe(422)
  })

  it('by default, the link in a password-reset mail leads to the page for a new password', async () => {
    const email = await emailOf(await signUp(server))
    const before = mail.mails.length
    expect((await caller(server)('POST', '/api/auth/request-password-reset', { email })).status).toBe(200)
    const landed = await fetch(await linkAfter(before), { redirect: 'manual' })
    expect(landed.headers.get('location')).toMatch(new RegExp(`^${server.url}/reset-password\\?token=`))
  })

  it('links in mails use PUBLIC_URL with any Host header, and cannot redirect to other sites', async () => {
    const email = await emailOf(await signUp(server))
    const before = mail.mails.length
    for (const host of ['evil.example', 'evil.example:80', 'localhost:1'])
      expect([host, await askAt(host, { email, redirectTo: `http://${host}/reset-password` })]).toEqual([
        host,
        403,
      ])
    expect(
      await askAt(
        'evil.example',
        { email, redirectTo: 'https://evil.example/x' },
        { origin: 'https://evil.example' },
      ),
    ).toBe(403)
    expect(
      await askAt(
        '192.168.1.5:3000',
        { email, redirectTo: '/reset-password' },
        { origin: 'http://192.168.1.5:3000' },
      ),
    ).toBe(200)
    const link = await linkAfter(before)
    expect(link.startsWith(`${server.url}/api/auth/reset-password/`)).toBe(true)
    const landed = (target: string) =>
      fetch(link.replace(/callbackURL=.*/, `callbackURL=${encodeURIComponent(target)}`), {
        redirect: 'manual',
      })
    expect((await landed('/reset-password')).headers.get('location')).toMatch(
      new RegExp(`^${server.url}/reset-password\\?token=`),
    )
    expect((await landed('https://evil.example/x')).status).toBe(403)
  })

  it('mails are sent after the response, so a slow mail server does not delay it', async () => {
    const sockets: Socket[] = []
    const stalling = createServer(socket => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(stalling, 'listening')
    const own = await startServer({
      SMTP_URL: `smtp://127.0.0.1:${(stalling.address() as AddressInfo).port}`,
    })
    const email = await emailOf(await signUp(own))
    const response = await caller(own)('POST', '/api/auth/request-password-reset', { email })
    expect(response.status).toBe(200)
    // The mail server has not sent its greeting, and the server still waits for it.
    await expect.poll(() => sockets.length).toBe(1)
    expect([sockets[0]?.destroyed, own.log()]).toEqual([false, ''])
    const owner = await signUp(own)
    const reviewId = await newReview(await owner.agent(), await owner.project())
    expect((await askForAccess(await signUp(own), reviewId)).status).toBe(202)
    await expect.poll(() => sockets.length).toBe(2)
    expect([sockets[1]?.destroyed, own.log()]).toEqual([false, ''])
    sockets[0]?.destroy()
    await expect.poll(() => own.log()).toContain('mail not sent')
    const line = JSON.parse(own.log().trim()) as { level: string; message: string }
    expect(line).toMatchObject({ level: 'warn', message: 'mail not sent' })
    expect((await caller(own)('GET', '/api/health')).status).toBe(200)
    sockets[1]?.destroy()
    stalling.close()
    await expect.poll(() => own.log().match(/mail not sent/g)).toHaveLength(2)
    // The request succeeds although the mail cannot be sent, and its response contains the link.
    const { status, body } = await owner.call<Invited>(
      'POST',
      `/api/workspaces/${owner.workspaceId}/invitations`,
      { role: 'member', email: 'bob@example.com' },
    )
    expect([status, body.sent, body.url.startsWith(own.url)]).toEqual([201, false, true])
    expect(own.log().match(/mail not sent/g)).toHaveLength(3)
    await own.stop()
  })

  it('a mail server that never ends its response delays a request for half a minute at most', async () => {
    let lines = 0
    const trickling = createServer(socket => {
      const timer = setInterval(() => socket.write('250-a\r\n', () => lines++), 500)
      socket.on('close', () => clearInterval(timer)).on('error', () => socket.destroy())
      socket.write('220 hello\r\n')
    }).listen(0, '127.0.0.1')
    await once(trickling, 'listening')
    const own = await sharedServerWithClock({
      ...preloading('timers'),
      SMTP_URL: `smtp://127.0.0.1:${(trickling.address() as AddressInfo).port}`,
    })
    const ann = await signUp(own, 'Ann')
    const invited = ann.call<Invited>('POST', `/api/workspaces/${ann.workspaceId}/invitations`, {
      role: 'member',
      email: 'bob@example.com',
    })
    await expect.poll(() => lines, { timeout: 5000 }).toBeGreaterThan(1)
    await own.advance(31_000)
    expect(await invited).toMatchObject({ status: 201, body: { sent: false } })
    // The server has closed the connection too.
    await new Promise<void>(resolve => trickling.close(() => resolve()))
  })

  it('the first password reset by mail revokes the tokens and invitations that exist by then', async () => {
    const ann = await signUp(server, 'Ann')
    const email = await emailOf(ann)
    const project = await ann.project()
    const path = `/api/workspaces/${ann.workspaceId}/invitations`
    const invited = await ann.call<{ token: string }>('POST', path, { role: 'member' })
    expect(invited.status).toBe(201)
    const before = await ann.agent()
    const reset = async () => {
      const sent = mail.mails.length
      await caller(server)('POST', '/api/auth/request-password-reset', { email })
      const token = /reset-password\/([^?]+)/.exec(await linkAfter(sent))?.[1]
      const body = { token, newPassword: password }
      expect((await caller(server)('POST', '/api/auth/reset-password', body)).status).toBe(200)
    }
    const reports = () =>
      mail.mails.filter(each => each.includes(`To: ${email}`) && each.includes('were revoked'))
    expect((await before('GET', '/v1/projects')).status).toBe(200)
    await reset()
    expect((await before('GET', '/v1/projects')).status).toBe(401)
    const other = await signUp(server, 'Other')
    expect((await other.call('POST', `/api/invite/${invited.body.token}`)).status).toBe(404)
    await expect.poll(() => reports().length).toBe(1)
    const owner = caller(server, { cookie: await cookieOf(server, email) })
    const events = await owner<{ events: { kind: string }[] }>(
      'GET',
      `/api/workspaces/${ann.workspaceId}/events`,
    )
    const kinds = events.body.events.map(each => each.kind)
    expect(kinds).toEqual(expect.arrayContaining(['token.revoked', 'invitation.revoked']))
    // The email is confirmed now, so that later tokens are the person's own.
    const fields = {
      name: 'ci',
      workspaceId: ann.workspaceId,
      projectId: project,
      capabilities: ['artifact:read'],
    }
    const { body } = await owner<{ token: string }>('POST', '/api/tokens', fields)
    await reset()
    const after = caller(server, { authorization: `Bearer ${body.token}` })
    expect((await after('GET', '/v1/projects')).status).toBe(200)
    expect(reports()).toHaveLength(1)
  })

  it.each(['used', 'made useless by a change in the settings'])(
    'a password-reset link invalidates all other links when it is %s',
    async how => {
      const ann = await signUp(server)
      const email = await emailOf(ann)
      const tokens: (string | undefined)[] = []
      for (let sent = 0; sent < 2; sent++) {
        const before = mail.mails.length
        await caller(server)('POST', '/api/auth/request-password-reset', {
          email,
          redirectTo: '/reset-password',
        })
        tokens.push(/reset-password\/([^?]+)/.exec(await linkAfter(before))?.[1])
      }
      const [first, second] = tokens
      expect(first).not.toBe(second)
      const reset = async (token: string | undefined) =>
        (
          await caller(server)('POST', '/api/auth/reset-password', {
            token,
            newPassword: 'a long new password',
          })
        ).status
      if (how === 'used') expect(await reset(second)).toBe(200)
      else {
        const change = { currentPassword: 'correct horse battery', newPassword: 'another long password' }
        expect((await ann.call('POST', '/api/auth/change-password', change)).status).toBe(200)
      }
      expect([await reset(first), await reset(second)]).toEqual([400, 400])
    },
  )

  it('a password-reset link works for a person whose sign-in is delayed after failures', async () => {
    const own = await startServer({ SMTP_URL: mail.url, RATE_LIMITS: 'on', TRUST_PROXY: 'on' })
    const email = await emailOf(await signUp(own))
    const before = mail.mails.length
    let clients = 0
    const anonymous = (path: string, body: object) =>
      caller(own, { 'x-forwarded-for': `203.0.113.${++clients}` })('POST', `/api/auth/${path}`, body)
    for (let i = 0; i < 5; i++)
      expect((await anonymous('sign-in/email', { email, password: 'wrong password' })).status).toBe(401)
    expect((await anonymous('sign-in/email', { email, password: 'correct horse battery' })).status).toBe(429)
    await anonymous('request-password-reset', { email, redirectTo: '/reset-password' })
    const token = /reset-password\/([^?]+)/.exec(await linkAfter(before))?.[1]
    expect((await anonymous('reset-password', { token, newPassword: 'another long password' })).status).toBe(
      200,
    )
    expect((await anonymous('sign-in/email', { email, password: 'another long password' })).status).toBe(200)
    await own.stop()
  })
})
