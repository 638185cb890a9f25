import { describe, expect, it, onTestFinished } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { Thread } from '#shared/contract/thread'
import { MINUTE, SECOND } from '#shared/time'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { eventKindsOf, runSql } from '../../support/data/database'
import { watch } from '../../support/server/events'
import { limitedFixture, newAddress } from '../../support/people/servers'
import { sharedFixture } from '../../support/server/fixture'
import { newShareLink, pathBelow, shareBodies, shareRoutes, visitorOf } from '../../support/reviews/share'

const { server, person, agent, projectId, png } = await sharedFixture()
const secret = 'open sesame'

const newProtected = async (body: object = {}) => {
  const reviewId = await newReview(agent, projectId, 'Totals wrap on narrow screens')
  const { artifactId } = await upload(agent, reviewId, png, { title: 'Secret dashboard' })
  const thread = (
    await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0, y: 0 },
      body: 'Only for those who know.',
    })
  ).body
  const link = await newShareLink(person.call, reviewId, { password: secret, ...body })
  const ids = {
    artifacts: artifactId,
    threads: thread.threadId,
    comments: thread.comments[0]?.id ?? '',
  }
  return { reviewId, link, ids }
}

const set = (id: string, password: string | null) =>
  person.call('PATCH', `/api/share-links/${id}`, { password })

describe('a share link with a password', () => {
  it('a share link with a password shows nothing until the password is entered', async () => {
    const { link, ids } = await newProtected({ allowComments: true, allowDownload: true })
    const visitor = visitorOf(server, link.token)
    expect(shareRoutes.length).toBeGreaterThanOrEqual(7)
    for (const row of shareRoutes)
      for (const forged of ['', 'share-unlock=x', `share-unlock=${'A'.repeat(43)}`]) {
        const attacker = visitorOf(server, link.token, forged === '' ? {} : { cookie: forged })
        const refused = await attacker.call(row.method, pathBelow(row, ids), shareBodies[row.id])
        expect([row.id, refused.status, refused.body.data.error]).toEqual([row.id, 403, 'password_required'])
        expect(JSON.stringify(refused.body)).not.toMatch(/Totals|Secret|Only for/)
        expect(attacker.received).toEqual([])
      }
    const page = await fetch(link.url, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(403)
    expect(await page.text()).not.toMatch(/Totals|Secret|Only for/)

    const wrong = await visitor.unlock('open sesamf')
    expect(wrong).toMatchObject({
      status: 403,
      body: { data: { error: 'password_required', field: 'password' } },
    })
    expect(visitor.received).toEqual([])
    expect((await visitor.unlock(secret)).status).toBe(204)
    const shared = await visitor.read()
    expect(shared).toMatchObject({
      status: 200,
      body: { threads: [{ comment: 'Only for those who know.' }] },
    })
    const unlocked = await fetch(link.url, { headers: { accept: 'text/html', cookie: visitor.cookie() } })
    expect([unlocked.status, (await unlocked.text()).includes('Totals wrap')]).toEqual([200, true])
  })

  it('the cookie of a share password is HttpOnly, and a newly set password invalidates it', async () => {
    const { link, reviewId } = await newProtected()
    const other = await newShareLink(person.call, reviewId, { password: secret })
    const visitor = visitorOf(server, link.token)
    await visitor.unlock(secret)
    expect(visitor.received.map(each => each.replace(/=[\w-]+/, '=…'))).toEqual([
      `share-unlock=…; Path=/r/${link.token}; HttpOnly; SameSite=Lax`,
      `share-unlock=…; Path=/api/share/${link.token}; HttpOnly; SameSite=Lax`,
    ])
    const elsewhere = visitorOf(server, other.token, { cookie: visitor.cookie() })
    expect((await elsewhere.read()).status).toBe(403)
    // Setting the same password again also invalidates the cookie.
    expect((await set(link.id, secret)).status).toBe(200)
    expect((await visitor.read()).status).toBe(403)
    await visitor.unlock(secret)
    expect((await visitor.read()).status).toBe(200)
    await set(link.id, null)
    expect((await visitorOf(server, link.token).read()).status).toBe(200)
  })

  it('setting a password of a share link ends its open event streams', async () => {
    const { link } = await newProtected()
    await set(link.id, null)
    const visitor = visitorOf(server, link.token)
    const known = await visitor.read()
    const stream = await watch(`${server.url}/api/share/${link.token}/events`)
    onTestFinished(stream.close)
    await set(link.id, secret)
    await stream.done
    expect(stream.events.at(-1)?.event).toBe('gone')
    const again = await visitor.call('GET', '')
    expect([known.status, again.status]).toEqual([200, 403])
    const held = await fetch(`${server.url}/api/share/${link.token}`, {
      headers: { 'if-none-match': known.headers.get('etag') ?? '' },
    })
    expect(held.status).toBe(403)
  })

  it('an invalid share link does not reveal whether it had a password', async () => {
    const { link } = await newProtected()
    await person.call('DELETE', `/v1/share-links/${link.id}`)
    const visitor = visitorOf(server, link.token)
    expect((await visitor.unlock(secret)).status).toBe(404)
    expect((await visitor.read()).status).toBe(404)
  })

  it('passwords of share links are stored as slow hashes', async () => {
    const { link, reviewId } = await newProtected()
    const open = await newShareLink(person.call, reviewId)
    const visitor = visitorOf(server, open.token)
    expect((await visitor.unlock('anything')).status).toBe(204)
    expect(visitor.received).toEqual([])
    const [row] = await runSql<{ password_hash: string }>(
      server,
      'SELECT password_hash FROM share_link WHERE id = ?',
      [link.id],
    )
    expect(row?.password_hash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
    const listed = await person.call<{ shareLinks: object[] }>('GET', `/api/reviews/${reviewId}/share-links`)
    expect(listed.body.shareLinks).toMatchObject([{ hasPassword: false }, { hasPassword: true }])
    expect(JSON.stringify(listed.body)).not.toContain(row?.password_hash.slice(0, 16))
  })

  it('the password of a share link has 8 to 128 characters', async () => {
    const reviewId = await newReview(agent, projectId)
    const path = `/v1/reviews/${reviewId}/share-links`
    for (const length of [limits.passwordMin, limits.passwordMax])
      expect((await agent('POST', path, { password: 'x'.repeat(length) })).status).toBe(201)
    const { link } = await newProtected()
    for (const length of [limits.passwordMin - 1, limits.passwordMax + 1]) {
      const refused = { status: 422, body: { data: { field: 'password' } } }
      expect(await agent('POST', path, { password: 'x'.repeat(length) })).toMatchObject(refused)
      expect(await set(link.id, 'x'.repeat(length))).toMatchObject(refused)
    }
  })

  it('only members can change the password of a share link, and each change has an audit event', async () => {
    const { link } = await newProtected()
    const path = `/api/share-links/${link.id}`
    expect((await agent('PATCH', path, { allowDownload: true })).status).toBe(403)
    const changed = await person.call('PATCH', path, { allowDownload: true, allowComments: true })
    expect(changed).toMatchObject({
      status: 200,
      body: { id: link.id, hasAddress: true, hasPassword: true, allowDownload: true, allowComments: true },
    })
    expect(await eventKindsOf(server, link.id)).toEqual(['share_link.created', 'share_link.updated'])
    const events = await person.call<{ events: { subjectId: string; detail: string }[] }>(
      'GET',
      `/api/workspaces/${person.workspaceId}/events?kind=share_link`,
    )
    expect(events.body.events.filter(each => each.subjectId === link.id).map(each => each.detail)).toEqual([
      'hasPassword allowComments allowDownload',
      'hasPassword',
    ])
  })
})

describe('wrong guesses of a share password', () => {
  it('guesses of a share password are limited per minute, per hour, and per share link', async () => {
    const own = await limitedFixture()
    const reviewId = await newReview(own.agent, own.projectId)
    const { token } = await newShareLink(own.agent, reviewId, { password: secret })
    /** Returns a function that tries passwords from a new client address. */
    const newGuesser = () => {
      const address = newAddress()
      return async (password: string) => (await visitorOf(own.server, token, address).unlock(password)).status
    }
    const statusesOf = (guess: (password: string) => Promise<number>, count: number) =>
      Promise.all(Array.from({ length: count }, () => guess('wrong password')))
    const unlocked = visitorOf(own.server, token, newAddress())
    expect((await unlocked.unlock(secret)).status).toBe(204)
    const guessing = newGuesser()
    for (let minute = 1; minute <= 2; minute++) {
      const statuses = await statusesOf(guessing, 11)
      expect(statuses.toSorted()).toEqual([...Array<number>(10).fill(403), 429])
      await own.server.advance(MINUTE + SECOND)
    }
    // Only the guessing address is refused. A right password does not count as a failure.
    expect([await guessing(secret), await newGuesser()(secret)]).toEqual([429, 204])
    const knowing = newGuesser()
    for (let i = 0; i < 9; i++) expect(await knowing(secret)).toBe(204)
    for (let network = 1; network <= 18; network++)
      expect(new Set(await statusesOf(newGuesser(), 10))).toEqual(new Set([403]))
    const last = newGuesser()
    expect([await last('wrong password'), await last(secret)]).toEqual([429, 429])
    // Only who has yet to enter the password waits: not visitors who entered it, and not members.
    expect((await unlocked.read()).status).toBe(200)
    expect((await own.person.call('GET', `/v1/reviews/${reviewId}`)).status).toBe(200)
    const another = await newShareLink(own.agent, reviewId, { password: secret })
    expect((await visitorOf(own.server, another.token, newAddress()).unlock(secret)).status).toBe(204)
  })
})
