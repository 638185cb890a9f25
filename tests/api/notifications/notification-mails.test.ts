import { describe, expect, it, onTestFinished } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { DAY, HOUR, MINUTE } from '#shared/time'
import { confirmEmail, emailOf, joined, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { password } from '../../support/people/sessions'
import { runSql } from '../../support/data/database'
import { limitedMailServer, mailServer, newAddress } from '../../support/people/servers'
import { membersOf } from '../../support/people/members'
import { decide, reply, requestVerdicts, write } from '../../support/people/notifications'
import { pngImage } from '../../support/media/samples'
import { fixtureOn, sharedFixture } from '../../support/server/fixture'

const { server, mail } = await mailServer()
const { person: ann, agent, projectId } = await fixtureOn(server)

/** Signs up a person with a confirmed email who joins the workspace of Ann. */
async function member(name: string): Promise<Person> {
  const person = await joined(server, ann, name, 'member')
  await confirmEmail(server, person)
  return person
}
const choose = (person: Person, frequency: string) =>
  person.call('PUT', '/api/me/notification-settings', { mail: frequency })
/** Waits until no mail is due or being sent. */
const settled = (at = server) =>
  expect
    .poll(
      () =>
        runSql(
          at,
          'SELECT id FROM notification WHERE mail_at IS NOT NULL AND (mail_at <= ? OR mail_attempt > 0)',
          [at.now()],
        ),
      { timeout: 15_000 },
    )
    .toEqual([])
async function mailsTo(person: Person): Promise<string[]> {
  const email = await emailOf(person)
  return mail.mails.filter(each => each.includes(`\r\nTo: ${email}\r\n`))
}
async function mailsAfter(person: Person, ms: number): Promise<string[]> {
  await server.advance(ms)
  await settled()
  return mailsTo(person)
}
const subjectOf = (text: string) => /^Subject: (.*)\r$/m.exec(text)?.[1]

describe('a mail about notifications', () => {
  it('a notification mail is sent after some minutes, with all notifications of these minutes', async () => {
    const bob = await member('Bob')
    const reviewId = await newReview(agent, projectId, 'Totals wrap')
    const other = await newReview(agent, projectId, 'Another')
    const threadId = await write(ann.call, reviewId, '@Bob, is this right?\nIt wraps.')
    await server.advance(limits.notificationGatherMs - MINUTE)
    await reply(agent, threadId, 'Ask @Bob')
    await requestVerdicts(ann, other, [bob])
    expect(await mailsTo(bob)).toEqual([])
    const [sent = '', ...more] = await mailsAfter(bob, MINUTE)
    expect(more).toEqual([])
    expect(subjectOf(sent)).toBe('3 notifications about 2 reviews')
    for (const part of [
      `${server.url}/reviews/${reviewId}#${threadId}`,
      'Ann mentioned you:\r\n> @Bob, is this right?\r\n> It wraps.',
      'ci-agent mentioned you:\r\n> Ask @Bob',
      'Ann asked for your verdict',
      `${server.url}/settings/notifications`,
    ])
      expect(sent).toContain(part)
    expect(server.log()).not.toContain('is this right')
    expect(await mailsAfter(bob, HOUR)).toHaveLength(1)
  })

  it('a mail about one notification states its event, comment and review in the subject', async () => {
    const bea = await member('Bea')
    const reviewId = await newReview(agent, projectId, 'Totals wrap')
    const { artifactId } = await upload(agent, reviewId, await pngImage(8, 8))
    const body = { geometry: { x: 0.5, y: 0.5 }, body: '@Bea' }
    await ann.call('POST', `/v1/artifacts/${artifactId}/annotations`, body)
    const [sent = ''] = await mailsAfter(bea, limits.notificationGatherMs)
    expect(subjectOf(sent)).toBe('Ann mentioned you in comment 1: Totals wrap')
  })

  it('a notification mail quotes the comment of a verdict', async () => {
    const gus = await member('Gus')
    const reviewId = await newReview(agent, projectId, 'Totals wrap')
    await requestVerdicts(ann, reviewId, [gus])
    const body = { status: 'changes_requested', comment: 'The total wraps.\nSo does the tax.' }
    await ann.call('POST', `/api/reviews/${reviewId}/status`, body)
    const [sent = ''] = await mailsAfter(gus, limits.notificationGatherMs)
    expect(sent).toContain('Ann requested changes:\r\n> The total wraps.\r\n> So does the tax.')
    expect(server.log()).not.toContain('So does the tax')
  })

  it('a notification mail contains the title and the URL of the newest evidence', async () => {
    const flo = await member('Flo')
    const png = await pngImage(64, 48)
    const reviewId = await newReview(agent, projectId, 'Totals wrap')
    await decide(flo, reviewId, 'changes_requested')
    const { artifactId } = await upload(agent, reviewId, png, { title: 'Dashboard' })
    await revise(agent, artifactId, png)
    const [sent = ''] = await mailsAfter(flo, limits.notificationGatherMs)
    expect(subjectOf(sent)).toBe('ci-agent added evidence: Totals wrap')
    const address = `${server.url}/reviews/${reviewId}#${artifactId}`
    expect(sent).toContain(`ci-agent added evidence:\r\nDashboard, r2\r\n${address}`)
  })

  it('only one notification mail about new evidence is sent until the person reads it', async () => {
    const eve = await member('Eve')
    const png = await pngImage(64, 48)
    const reviewId = await newReview(agent, projectId)
    await decide(eve, reviewId, 'changes_requested')
    for (const expected of [1, 1]) {
      await upload(agent, reviewId, png, { title: 'One' })
      await upload(agent, reviewId, png, { title: 'Two' })
      expect(await mailsAfter(eve, HOUR)).toHaveLength(expected)
    }
    await eve.call('POST', '/api/notifications/read', { reviewId })
    await upload(agent, reviewId, png)
    expect(await mailsAfter(eve, HOUR)).toHaveLength(2)
  })

  it('no notification mail is sent for notifications that were read, or to people who left', async () => {
    const reader = await member('Rea')
    const former = await member('Fay')
    const reviewId = await newReview(agent, projectId)
    await write(ann.call, reviewId, '@Rea @Fay')
    await reader.call('POST', '/api/notifications/read')
    await membersOf(ann).remove(former)
    await server.advance(HOUR)
    await settled()
    expect([await mailsTo(reader), await mailsTo(former)]).toEqual([[], []])
  })

  it('people who chose a digest get one notification mail a day', async () => {
    const dan = await member('Dan')
    expect((await choose(dan, 'daily')).body).toEqual({
      mail: 'daily',
      canMail: true,
      emailConfirmed: true,
    })
    const reviewId = await newReview(agent, projectId, 'Totals wrap')
    const untilDigest = () => DAY - ((server.now() - limits.notificationDigestHour * HOUR) % DAY)
    // Advances the clock to a minute after a digest.
    await server.advance(untilDigest() + MINUTE)
    await write(ann.call, reviewId, '@Dan one')
    await server.advance(12 * HOUR)
    await write(ann.call, reviewId, '@Dan two')
    await settled()
    expect(await mailsTo(dan)).toEqual([])
    const [digest = '', ...more] = await mailsAfter(dan, untilDigest())
    expect([subjectOf(digest), more]).toEqual(['Daily digest: 2 notifications: Totals wrap', []])
    expect(await mailsAfter(dan, DAY)).toHaveLength(1)
  })

  it('people who switched mails off get no notification mail, even if it was already due', async () => {
    const nia = await member('Nia')
    const reviewId = await newReview(agent, projectId)
    await write(ann.call, reviewId, '@Nia before')
    await choose(nia, 'off')
    await write(ann.call, reviewId, '@Nia after')
    expect(await mailsAfter(nia, 2 * DAY)).toEqual([])
    await choose(nia, 'immediate')
    expect(await mailsAfter(nia, HOUR)).toEqual([])
    await write(ann.call, reviewId, '@Nia between')
    await choose(nia, 'off')
    await choose(nia, 'immediate')
    expect(await mailsAfter(nia, HOUR)).toEqual([])
    expect(await choose(nia, 'hourly')).toMatchObject({ status: 422, body: { data: { field: 'mail' } } })
  })

  it('a notification mail is retried while the mail server rejects it, and sent only once', async () => {
    const gil = await member('Gil')
    await write(ann.call, await newReview(agent, projectId), 'Secret words for @Gil')
    mail.refusing = true
    onTestFinished(() => {
      mail.refusing = false
    })
    const failures = () => server.log().split('mail not sent').length - 1
    const earlier = failures()
    await server.advance(limits.notificationGatherMs)
    await expect.poll(failures, { timeout: 10_000 }).toBeGreaterThan(earlier)
    expect(server.log()).not.toContain('Secret words')
    expect(await mailsTo(gil)).toEqual([])
    mail.refusing = false
    await server.advance(HOUR)
    await expect.poll(async () => (await mailsTo(gil)).length, { timeout: 10_000 }).toBe(1)
    expect((await mailsTo(gil))[0]).toContain('Secret words for @Gil')
    const pending = 'SELECT id FROM notification WHERE user_id = ? AND mail_at IS NOT NULL'
    await expect.poll(() => runSql(server, pending, [gil.id])).toEqual([])
  })

  it('on a server without mail, no notification mail is prepared', async () => {
    const { server: silent, person: owner, agent: writer, projectId: project } = await sharedFixture()
    const hal = await joined(silent, owner, 'Hal', 'member')
    await write(owner.call, await newReview(writer, project), '@Hal')
    expect((await hal.call('GET', '/api/me/notification-settings')).body).toEqual({
      mail: 'immediate',
      canMail: false,
      emailConfirmed: false,
    })
    const stored = 'SELECT mail_at FROM notification WHERE user_id = ?'
    expect(await runSql(silent, stored, [hal.id])).toEqual([{ mail_at: null }])
  })

  it('nothing is mailed to an email that was never confirmed, until its person confirms it', async () => {
    const zoe = await joined(server, ann, 'Zoe', 'member')
    const email = await emailOf(zoe)
    const reviewId = await newReview(agent, projectId)
    await write(ann.call, reviewId, '@Zoe Your account is locked: https://evil.example/login')
    expect(await mailsAfter(zoe, DAY)).toEqual([])
    const read = async () => (await zoe.call('GET', '/api/me/notification-settings')).body
    expect(await read()).toMatchObject({ emailConfirmed: false })
    const confirm = () => zoe.call('PUT', '/api/me/email', { email, password })
    expect(await confirm()).toMatchObject({ status: 200, body: { sent: true } })
    const token = /\/confirm-email\/(\S+)/.exec((await mailsTo(zoe))[0] ?? '')?.[1]
    expect(await zoe.call('POST', `/api/email-changes/${token}`)).toMatchObject({
      status: 200,
      body: { email },
    })
    expect(await read()).toMatchObject({ emailConfirmed: true })
    expect((await confirm()).status).toBe(422)
    await write(ann.call, reviewId, '@Zoe hello')
    const [, news = '', ...more] = await mailsAfter(zoe, HOUR)
    expect([subjectOf(news), more]).toEqual(['Ann mentioned you: Totals wrap', []])
    expect(news).not.toContain('locked')
  })

  it('the text of a comment in a notification mail contains nothing that becomes a link', async () => {
    const lia = await member('Lia')
    const body = '@Lia sign in at https://evil.example/login\nor write to help@evil.example'
    await write(ann.call, await newReview(agent, projectId), body)
    const [sent = ''] = await mailsAfter(lia, limits.notificationGatherMs)
    expect(sent).toContain(
      '> @Lia sign in at https: //evil. example/login\r\n> or write to help @ evil. example',
    )
  })
})

describe('the limits of mails about notifications', () => {
  it('five mails an hour are sent to a person, and later notifications wait for the next mail', async () => {
    const { server: limited } = await limitedMailServer()
    const { person: owner, agent: writer, projectId: project } = await fixtureOn(limited, newAddress())
    const pia = await joined(limited, owner, 'Pia', 'member', newAddress())
    await confirmEmail(limited, pia)
    const reviewId = await newReview(writer, project)
    const mention = async (text: string) => {
      await write(owner.call, reviewId, `@Pia ${text}`)
      await limited.advance(limits.notificationGatherMs)
      await settled(limited)
    }
    for (let i = 1; i <= 5; i++) await mention(`early ${i}`)
    expect(await mailsTo(pia)).toHaveLength(5)
    await mention('late one')
    await mention('late two')
    expect(await mailsTo(pia)).toHaveLength(5)
    await limited.advance(HOUR)
    await settled(limited)
    const [next = '', ...more] = (await mailsTo(pia)).slice(5)
    expect(more).toEqual([])
    expect(next).toContain('> @Pia late one')
    expect(next).toContain('> @Pia late two')
  })
})
