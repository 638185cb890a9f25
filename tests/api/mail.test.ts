import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caller, signUp } from '../support/client'
import { startMail } from '../support/mail'
import { startServer, type TestServer } from '../support/server'

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

interface Invited { url: string, sent: boolean }

describe('mail', () => {
  it('brings an invitation to the address it is for', async () => {
    const ann = await signUp(server, 'Ann')
    const path = `/api/workspaces/${ann.workspaceId}/invitations`
    const { body } = await ann.call<Invited>('POST', path, { role: 'member', email: 'bob@example.com' })
    expect(body.sent).toBe(true)
    expect(mail.mails.at(-1)).toContain(body.url)
    expect(mail.mails.at(-1)).toMatch(/^From: Exhibit <exhibit@acme.example>\r\nTo: bob@example.com/)
    expect((await ann.call<Invited>('POST', path, { role: 'member' })).body.sent).toBe(false)
    expect(await ann.call('POST', path, { role: 'member', email: 'not an address' })).toMatchObject({ status: 422, body: { data: { field: 'email' } } })
  })

  it('replaces a forgotten password, once, and ends the sessions there were', async () => {
    const ann = await signUp(server, 'Ann')
    const { user } = (await ann.call<{ user: { email: string } }>('GET', '/api/me')).body
    const anybody = caller(server)
    expect((await anybody('GET', '/api/sign-in')).body).toEqual({ signUps: 'open', passwordReset: true })
    expect((await anybody('POST', '/api/auth/request-password-reset', { email: user.email, redirectTo: '/reset-password' })).status).toBe(200)
    const link = /https?:\S+reset-password\S+/.exec(mail.mails.at(-1) ?? '')?.[0] ?? ''
    const landed = await fetch(link, { redirect: 'manual' })
    const token = new URL(landed.headers.get('location') ?? '', server.url).searchParams.get('token')
    const reset = () => anybody('POST', '/api/auth/reset-password', { newPassword: 'another long password', token })
    expect([(await reset()).status, (await reset()).status]).toEqual([200, 400])
    expect((await ann.call('GET', '/api/me')).status).toBe(401)
    const signIn = (password: string) => anybody('POST', '/api/auth/sign-in/email', { email: user.email, password })
    expect([(await signIn('correct horse battery')).status, (await signIn('another long password')).status]).toEqual([401, 200])
  })

  it('says nothing of who has an account', async () => {
    const before = mail.mails.length
    const answer = await caller(server)('POST', '/api/auth/request-password-reset', { email: 'nobody@example.com' })
    expect([answer.status, mail.mails.length]).toEqual([200, before])
  })

  it('that cannot be sent loses nothing: the link is in the answer', async () => {
    const alone = await startServer({ SMTP_URL: 'smtp://127.0.0.1:1' })
    const ann = await signUp(alone)
    const { status, body } = await ann.call<Invited>('POST', `/api/workspaces/${ann.workspaceId}/invitations`, { role: 'member', email: 'bob@example.com' })
    expect([status, body.sent, body.url.startsWith(alone.url)]).toEqual([201, false, true])
    expect(alone.log()).toContain('mail not sent')
    await alone.stop()
  })
})
