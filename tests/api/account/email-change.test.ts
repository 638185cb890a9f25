import { describe, expect, it, onTestFinished } from 'vitest'
import { HOUR, MINUTE } from '#shared/time'
import { caller, withoutRequestId } from '../../support/server/client'
import { password } from '../../support/people/sessions'
import { confirmEmail, emailOf, requestSignUp, signUp, type Person } from '../../support/people/sign-up'
import { allRows, runSql } from '../../support/data/database'
import { mailServer } from '../../support/people/servers'
import { sharedServer, type TestServer } from '../../support/server/server'

const { server, mail } = await mailServer()
const plain = await sharedServer()

let addresses = 0
const newAddress = () => `new${addresses++}@example.net`
const change = (person: Person, email: string, body: object = { password }) =>
  person.call<{ sent: boolean }>('PUT', '/api/me/email', { email, ...body })
const mailsTo = (email: string) => mail.mails.filter(each => each.includes(`To: ${email}`))
/** Returns the link in the latest mail to an email address. */
const linkTo = (email: string) =>
  /https?:\S+\/confirm-email\/\S+/.exec(mailsTo(email).at(-1) ?? '')?.[0] ?? ''
const confirm = (link: string) =>
  caller(server)<{ email: string }>('POST', `/api/email-changes/${link.split('/').at(-1)}`)
const signIn = async (email: string, at: TestServer = server) =>
  (
    await fetch(`${at.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
  ).status

describe('changing one’s own email on a server with mail', () => {
  it('the email of an account changes when the link that was sent to the new address is used', async () => {
    const kim = await signUp(server, 'Kim')
    const [before, email] = [await emailOf(kim), newAddress()]
    expect(await change(kim, email.toUpperCase())).toMatchObject({ status: 200, body: { sent: true } })
    expect(await emailOf(kim)).toBe(before)
    expect(mailsTo(before)).toEqual([])
    const link = linkTo(email)
    expect(link.startsWith(`${server.url}/confirm-email/`)).toBe(true)
    // Opening the page changes nothing: programs that check mails open links too.
    expect((await fetch(link)).status).toBe(200)
    expect(await emailOf(kim)).toBe(before)
    expect(await confirm(link)).toMatchObject({ status: 200, body: { email } })
    expect(await emailOf(kim)).toBe(email)
    expect([await signIn(email), await signIn(before)]).toEqual([200, 401])
    expect(mailsTo(before).at(-1)).toContain(`The email address of your account is now ${email}.`)
    expect((await confirm(link)).status).toBe(404)
    const [row] = await runSql<{ verified: unknown }>(
      server,
      'SELECT email_verified AS verified FROM "user" WHERE id = ?',
      [kim.id],
    )
    expect(Boolean(row?.verified)).toBe(true)
  })

  it('an email change needs the password and a valid address other than the current one', async () => {
    const kim = await signUp(server, 'Kim')
    await confirmEmail(server, kim)
    const before = await emailOf(kim)
    const refused = (field: string) => ({ status: 422, body: { data: { error: 'invalid_request', field } } })
    for (const body of [{}, { password: 'not the password' }])
      expect(await change(kim, newAddress(), body)).toMatchObject(refused('password'))
    for (const email of ['', 'kim', 'kim@', `${'x'.repeat(310)}@example.net`, before])
      expect(await change(kim, email)).toMatchObject(refused('email'))
    expect(await emailOf(kim)).toBe(before)
  })

  it('a link that is sent to the current address confirms it, and reports no change', async () => {
    const kim = await signUp(server, 'Kim')
    const email = await emailOf(kim)
    expect(await change(kim, email)).toMatchObject({ status: 200, body: { sent: true } })
    expect(await confirm(linkTo(email))).toMatchObject({ status: 200, body: { email } })
    expect(mailsTo(email)).toHaveLength(1)
    expect((await change(kim, email)).status).toBe(422)
  })

  it('only a mail to the new address reveals that another account has this address', async () => {
    const [kim, mel] = [await signUp(server, 'Kim'), await signUp(server, 'Mel')]
    const [taken, free] = [await emailOf(mel), newAddress()]
    const [ofTaken, ofFree] = [await change(kim, taken), await change(kim, free)]
    expect(ofTaken.status).toBe(ofFree.status)
    expect(ofTaken.body).toEqual(ofFree.body)
    expect(mailsTo(taken).at(-1)).toContain('another account has it')
    expect(linkTo(taken)).toBe('')
    expect([await emailOf(kim), await emailOf(mel)]).not.toContain(free)
  })

  it('an email-change link is refused if another account has got the new email before its use', async () => {
    const kim = await signUp(server, 'Kim')
    const before = await emailOf(kim)
    const email = newAddress()
    await change(kim, email)
    expect((await requestSignUp(server, 'Early', { email })).status).toBe(200)
    expect(await confirm(linkTo(email))).toMatchObject({ status: 409, body: { data: { error: 'conflict' } } })
    expect(await emailOf(kim)).toBe(before)
  })

  it('when two people confirm the same new email at the same time, only one gets it', async () => {
    const [kim, mel] = [await signUp(server, 'Kim'), await signUp(server, 'Mel')]
    const email = newAddress()
    await change(kim, email)
    const first = linkTo(email)
    await change(mel, email)
    const statuses = (await Promise.all([confirm(first), confirm(linkTo(email))])).map(each => each.status)
    expect(statuses.sort()).toEqual([200, 409])
  })

  it('an email-change link is invalid after an hour, a later change or an account deletion', async () => {
    const kim = await signUp(server, 'Kim')
    const [typo, email] = [newAddress(), newAddress()]
    await change(kim, typo)
    await change(kim, email)
    const unknown = { status: 404, body: { data: { error: 'not_found' } } }
    expect(await confirm(linkTo(typo))).toMatchObject(unknown)
    await server.advance(HOUR - MINUTE)
    const late = await signUp(server, 'Late')
    const theirs = newAddress()
    await change(late, theirs)
    expect((await confirm(linkTo(email))).status).toBe(200)
    await server.advance(HOUR + MINUTE)
    expect(await confirm(linkTo(theirs))).toMatchObject(unknown)
    const last = newAddress()
    await change(late, last)
    await late.call('POST', '/api/me/delete', { password })
    expect(await confirm(linkTo(last))).toMatchObject({ status: 403 })
    const ulid = late.id.slice('usr_'.length)
    for (const token of ['x', ulid, `${ulid}x`, `${ulid}${'a'.repeat(32)}`, 'a'.repeat(58)])
      expect(withoutRequestId(await caller(server)('POST', `/api/email-changes/${token}`))).toEqual(
        withoutRequestId(await caller(server)('POST', '/api/email-changes/unknown')),
      )
  })

  it('an email change invalidates password-reset links that were sent to the earlier address', async () => {
    const kim = await signUp(server, 'Kim')
    const [before, email] = [await emailOf(kim), newAddress()]
    await fetch(`${server.url}/api/auth/request-password-reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'origin': server.url },
      body: JSON.stringify({ email: before, redirectTo: '/reset-password' }),
    })
    await expect.poll(() => mailsTo(before).length).toBe(1)
    const token = /reset-password\/([\w-]+)/.exec(mailsTo(before)[0] ?? '')?.[1]
    await change(kim, email)
    await confirm(linkTo(email))
    const reset = await fetch(`${server.url}/api/auth/reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'origin': server.url },
      body: JSON.stringify({ token, newPassword: 'another good password' }),
    })
    expect(reset.status).toBe(400)
    expect(await signIn(email)).toBe(200)
  })

  it('only a hash of the link of an email change is stored', async () => {
    const kim = await signUp(server, 'Kim')
    const email = newAddress()
    await change(kim, email)
    const secret = (linkTo(email).split('/').at(-1) ?? '').slice(26)
    expect(secret).toHaveLength(32)
    expect(JSON.stringify(await allRows(server))).not.toContain(secret)
  })

  it('an email change responds 503 and changes nothing when the mail server rejects the mail', async () => {
    const kim = await signUp(server, 'Kim')
    const before = await emailOf(kim)
    mail.refusing = true
    onTestFinished(() => {
      mail.refusing = false
    })
    expect(await change(kim, newAddress())).toMatchObject({
      status: 503,
      body: { data: { error: 'unavailable' } },
    })
    expect(await emailOf(kim)).toBe(before)
  })
})

describe('changing one’s own email on a server without mail', () => {
  it('without mail, an email change needs the password, applies immediately and is unconfirmed', async () => {
    const kim = await signUp(plain, 'Kim')
    const [before, email] = [await emailOf(kim), newAddress()]
    await runSql(plain, 'UPDATE "user" SET email_verified = true WHERE id = ?', [kim.id])
    expect((await change(kim, email, { password: 'not the password' })).status).toBe(422)
    expect(await change(kim, email)).toMatchObject({ status: 200, body: { sent: false } })
    expect(await emailOf(kim)).toBe(email)
    expect([await signIn(email, plain), await signIn(before, plain)]).toEqual([200, 401])
    const [row] = await runSql<{ verified: unknown }>(
      plain,
      'SELECT email_verified AS verified FROM "user" WHERE id = ?',
      [kim.id],
    )
    expect(Boolean(row?.verified)).toBe(false)
    const mel = await signUp(plain, 'Mel')
    expect(await change(mel, email)).toMatchObject({ status: 409, body: { data: { field: 'email' } } })
  })

  it('without mail, a person without a password cannot change their email', async () => {
    const way = async (person: Person) =>
      (await person.call<{ emailChange: string | null }>('GET', '/api/me/sign-in-methods')).body.emailChange
    const kim = await signUp(plain, 'Kim')
    expect(await way(kim)).toBe('at_once')
    await runSql(plain, 'DELETE FROM account WHERE user_id = ?', [kim.id])
    expect(await way(kim)).toBeNull()
    expect(await change(kim, newAddress(), {})).toMatchObject({
      status: 403,
      body: { data: { error: 'forbidden' } },
    })
  })
})
