import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { SharedReview } from '#shared/contract/shared-review'
import type { Thread } from '#shared/contract/thread'
import { emailOf, joined } from '../../support/people/sign-up'
import { newReview, threadsOf } from '../../support/reviews/review'
import { plainFrame, sendFrame, uploadVideo } from '../../support/reviews/frames'
import { revise, upload } from '../../support/reviews/uploads'
import { blobsOf } from '../../support/data/blobs-of'
import { runSql } from '../../support/data/database'
import { limitedFixture, newAddress } from '../../support/people/servers'
import { sharedFixture } from '../../support/server/fixture'
import { sample } from '../../support/media/samples'
import {
  newShareLink,
  pathBelow,
  shareBodies,
  shareRoutes,
  visitorOf,
  type Visitor,
} from '../../support/reviews/share'

const { server, person, agent, projectId, png } = await sharedFixture()

interface GuestComment {
  thread: SharedReview['threads'][number]
  guestId: string
}

const newShared = async (body: object = { allowComments: true }) => {
  const reviewId = await newReview(agent, projectId)
  const { artifactId, revisionId } = await upload(agent, reviewId, png)
  const link = await newShareLink(person.call, reviewId, body)
  return { reviewId, artifactId, revisionId, link, guest: visitorOf(server, link.token) }
}

const start = (visitor: Visitor, body: object = {}) =>
  visitor.call<GuestComment>('POST', '/threads', { name: 'Gwen', body: 'Too wide.', ...body })
const reply = (visitor: Visitor, threadId: string, body: object = {}) =>
  visitor.call<GuestComment>('POST', `/threads/${threadId}/replies`, {
    name: 'Gwen',
    body: 'And here.',
    ...body,
  })

describe('a guest, who comments through a share link', () => {
  it('a guest with a name can comment on a review, on evidence and on marks, and can reply', async () => {
    const { reviewId, artifactId, revisionId, link, guest } = await newShared()
    const places: { kind: string; artifactId?: string; revisionId?: string; geometry?: object }[] = [
      { kind: 'review' },
      { kind: 'artifact', artifactId },
      { kind: 'point', artifactId, geometry: { x: 0.5, y: 0.5 } },
      { kind: 'rectangle', artifactId, revisionId, geometry: { x: 0, y: 0, width: 0.5, height: 0.5 } },
      { kind: 'arrow', artifactId, geometry: { x1: 0, y1: 0, x2: 1, y2: 1 } },
      { kind: 'ellipse', artifactId, geometry: { cx: 0.5, cy: 0.5, rx: 0.2, ry: 0.1 } },
    ]
    for (const place of places) {
      const { kind, geometry = null } = place
      const thread = { kind, geometry, status: 'open', comment: 'Too wide.' }
      expect(await start(guest, place)).toMatchObject({ status: 201, body: { thread } })
    }
    const [first] = await threadsOf(agent, reviewId)
    const replied = await reply(guest, first?.threadId ?? '', { name: 'Gwen B.' })
    const { guestId } = replied.body
    expect(guestId).toMatch(/^gst_/)
    const threads = await threadsOf(agent, reviewId)
    expect(threads.map(each => each.kind)).toEqual(places.map(each => each.kind))
    expect(threads[0]?.comments.map(each => each.author)).toEqual([
      { type: 'guest', id: guestId, name: 'Gwen' },
      { type: 'guest', id: guestId, name: 'Gwen B.' },
    ])
    const shared = await guest.read()
    expect(shared.body).toMatchObject({ guestId, allowComments: true, allowDownload: false })
    expect((await visitorOf(server, link.token).read()).body.guestId).toBeNull()
  })

  it('a guest can comment on a time and on a range of a video', async () => {
    const { guest, reviewId, artifactId } = await newShared()
    const video = await upload(agent, reviewId, await readFile(sample('plain.mp4')), {
      kind: 'video',
      mime: 'video/mp4',
    })
    const moment = { kind: 'timestamp', timestampMs: 200 }
    const made = await start(guest, { ...moment, endMs: 900, artifactId: video.artifactId })
    expect(made).toMatchObject({ status: 201, body: { thread: { timestampMs: 200, endMs: 900 } } })
    const mark = { kind: 'point', geometry: { x: 0.5, y: 0.5 }, timestampMs: 200, endMs: 900 }
    const onVideo = { ...mark, artifactId: video.artifactId }
    for (const frameMs of [200, 900])
      expect(await start(guest, { ...onVideo, frameMs })).toMatchObject({
        status: 201,
        body: { thread: { frameMs } },
      })
    for (const frameMs of [199, 901])
      expect(await start(guest, { ...onVideo, frameMs })).toMatchObject({
        status: 422,
        body: { data: { field: 'frameMs' } },
      })
    expect((await guest.read()).body.threads.map(each => each.frameMs)).toEqual([null, 200, 900])
    const refused = await start(guest, { ...moment, artifactId })
    expect(refused).toMatchObject({ status: 422, body: { data: { field: 'kind' } } })
  })

  it('a guest has a name of 1 to 80 characters', async () => {
    const { guest } = await newShared()
    const longest = 'x'.repeat(limits.guestName)
    expect((await start(guest, { name: ` ${longest} ` })).body.thread.comments[0]?.author.name).toBe(longest)
    for (const name of ['', '  ', `${longest}x`, undefined])
      expect(await start(guest, { name })).toMatchObject({ status: 422, body: { data: { field: 'name' } } })
  })

  it('guests can no longer comment after comments were disabled for their share link', async () => {
    const { guest, link, reviewId } = await newShared()
    const made = await start(guest)
    const { threadId, comments } = made.body.thread
    await person.call('PATCH', `/api/share-links/${link.id}`, { allowComments: false })
    const attempts = [
      await start(guest),
      await reply(guest, threadId),
      await guest.call('DELETE', `/comments/${comments[0]?.id}`),
    ]
    for (const { status, body } of attempts)
      expect([status, body]).toMatchObject([403, { data: { error: 'forbidden' } }])
    expect(await guest.read()).toMatchObject({ status: 200, body: { allowComments: false } })
    expect(await threadsOf(agent, reviewId)).toHaveLength(1)
  })

  it('a guest has no access outside the shared review', async () => {
    const { guest, reviewId } = await newShared()
    const other = await newShared()
    const foreign = (await start(other.guest)).body.thread
    const ids = {
      artifacts: other.artifactId,
      threads: foreign.threadId,
      comments: foreign.comments[0]?.id ?? '',
    }
    const rows = shareRoutes.filter(row => row.path.includes('{id}'))
    expect(rows.map(each => each.id)).toEqual([
      'replyAsGuest',
      'deleteOwnGuestComment',
      'downloadSharedOriginal',
    ])
    const open = await newShareLink(person.call, reviewId, { allowComments: true, allowDownload: true })
    for (const row of rows) {
      const attacker = visitorOf(server, open.token, { cookie: other.guest.cookie() })
      expect([
        row.id,
        (await attacker.call(row.method, pathBelow(row, ids), shareBodies[row.id])).status,
      ]).toEqual([row.id, 404])
    }
    const elsewhere = { kind: 'artifact', artifactId: other.artifactId }
    expect(await start(guest, elsewhere)).toMatchObject({
      status: 404,
      body: { data: { field: 'artifactId' } },
    })
    const own = (await guest.read()).body.artifacts[0]?.id
    expect(
      await start(guest, { kind: 'artifact', artifactId: own, revisionId: other.revisionId }),
    ).toMatchObject({ status: 404, body: { data: { field: 'revisionId' } } })
    expect(await threadsOf(agent, reviewId)).toHaveLength(0)
    expect((await threadsOf(agent, other.reviewId))[0]?.comments).toHaveLength(1)
  })

  it('a guest can comment on completed revisions only', async () => {
    const { guest, artifactId } = await newShared()
    const declared = await agent<{ revisionId: string }>('POST', `/v1/artifacts/${artifactId}/revisions`, {
      mime: 'image/png',
      bytes: 5,
    })
    expect(
      (await start(guest, { kind: 'artifact', artifactId, revisionId: declared.body.revisionId })).status,
    ).toBe(404)
    const second = await revise(agent, artifactId, png)
    expect(
      (await start(guest, { kind: 'artifact', artifactId, revisionId: second.revisionId })).body.thread,
    ).toMatchObject({ revision: 3 })
  })

  it('guests can delete only their own comments, and only in the same browser', async () => {
    const { guest, link, reviewId } = await newShared()
    const { thread } = (await start(guest)).body
    const answer = (await reply(guest, thread.threadId)).body.thread.comments[1]
    const members = (
      await person.call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, { body: 'Of a member.' })
    ).body
    const path = (id: string | undefined) => `/comments/${id}`
    expect((await guest.call('DELETE', path(members.comments[0]?.id))).status).toBe(403)
    for (const outsider of [
      visitorOf(server, link.token),
      visitorOf(server, link.token, { cookie: `share-guest=${answer?.author.id}.forged` }),
    ])
      expect((await outsider.call('DELETE', path(answer?.id))).status).toBe(403)
    const another = visitorOf(server, link.token)
    await start(another, { name: 'Gwen' })
    expect((await another.call('DELETE', path(answer?.id))).status).toBe(403)
    expect((await guest.call('DELETE', path(thread.comments[0]?.id))).status).toBe(409)
    expect((await guest.call('DELETE', path(answer?.id))).status).toBe(204)
    expect((await guest.call('DELETE', path(thread.comments[0]?.id))).status).toBe(204)
    const left = await threadsOf(agent, reviewId)
    expect(left.map(each => each.comment)).toEqual(['Of a member.', 'Too wide.'])
  })

  it('the video frame that a member sent for a guest’s comment is deleted with the comment', async () => {
    const { guest, reviewId } = await newShared()
    const { artifactId, revisionId } = await uploadVideo(agent, reviewId)
    const frame = await plainFrame().webp().toBuffer()
    const framed = async () => {
      const { thread } = (await start(guest, { kind: 'timestamp', timestampMs: 400, artifactId })).body
      expect((await sendFrame(server, person, thread.threadId, frame)).status).toBe(200)
      return thread
    }
    const frames = async () => (await blobsOf(server, revisionId)).filter(key => key.includes('/frame-'))
    const own = await framed()
    await framed()
    expect(await frames()).toHaveLength(2)
    expect((await guest.call('DELETE', `/comments/${own.comments[0]?.id}`)).status).toBe(204)
    expect(await frames()).toHaveLength(1)
    const guestId = own.comments[0]?.author.id
    expect((await person.call('DELETE', `/api/reviews/${reviewId}/guests/${guestId}`)).status).toBe(204)
    expect(await frames()).toEqual([])
  })

  it('a guest may not edit comments, change threads or give a verdict, and sees no emails', async () => {
    const { guest, reviewId } = await newShared()
    const { thread } = (await start(guest)).body
    const headers = { cookie: guest.cookie() }
    const attempts: [string, string, object][] = [
      ['POST', `/v1/threads/${thread.threadId}/resolve`, {}],
      ['POST', `/v1/threads/${thread.threadId}/address`, {}],
      ['PATCH', `/api/threads/${thread.threadId}`, { status: 'resolved' }],
      ['PATCH', `/api/comments/${thread.comments[0]?.id}`, { body: 'x' }],
      ['POST', `/api/reviews/${reviewId}/status`, { status: 'verified' }],
    ]
    for (const [method, path, body] of attempts) {
      const response = await fetch(server.url + path, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect([path, response.status]).toEqual([path, 401])
    }
    const shown = JSON.stringify((await guest.read()).body)
    expect(shown).not.toContain(await emailOf(person))
    expect((await guest.read()).body.threads[0]).not.toHaveProperty('pictureUrl')
  })

  it('a guest comment that is sent from a page of another site is refused', async () => {
    const { link, reviewId } = await newShared()
    const foreign = visitorOf(server, link.token, { origin: 'https://evil.example' })
    expect((await start(foreign)).status).toBe(403)
    expect(await threadsOf(agent, reviewId)).toHaveLength(0)
  })
})

describe('comments of guests', () => {
  it('a guest comment ends a wait request, and is recorded with its share link', async () => {
    const { guest, link, reviewId } = await newShared()
    const waiting = agent<{ changed: boolean; threads: Thread[] }>(
      'GET',
      `/v1/reviews/${reviewId}/wait?gather=0`,
    )
    const made = await start(guest)
    expect((await waiting).body).toMatchObject({
      changed: true,
      threads: [{ comments: [{ author: { type: 'guest', name: 'Gwen' } }] }],
    })
    const events = await runSql(
      server,
      'SELECT kind, actor_type, actor_id, actor_name FROM event WHERE actor_id = ? ORDER BY id',
      [link.id],
    )
    const actor = { actor_type: 'guest', actor_id: link.id, actor_name: 'Gwen' }
    expect(events).toEqual([
      { kind: 'thread.created', ...actor },
      { kind: 'comment.created', ...actor },
    ])
    expect(made.body.guestId).not.toBe(link.id)
  })

  it('comments of guests are marked in exports', async () => {
    const { guest, reviewId } = await newShared()
    await start(guest, { name: '<b>Gwen</b>' })
    const csv = await fetch(`${server.url}/api/reviews/${reviewId}/export/csv`, {
      headers: { cookie: person.cookie },
    })
    expect(await csv.text()).toContain('<b>Gwen</b> (guest)')
    const html = await fetch(`${server.url}/api/reviews/${reviewId}/export/html`, {
      headers: { cookie: person.cookie },
    })
    expect(await html.text()).toContain('&lt;b&gt;Gwen&lt;/b&gt; (guest)')
  })

  it('members can delete a guest comment, and owners can delete all comments of a guest', async () => {
    const { guest, link, reviewId } = await newShared()
    const other = visitorOf(server, link.token)
    const remaining = (await start(other, { name: 'Otto', body: 'Stays.' })).body.thread
    const { thread, guestId } = (await start(guest)).body
    await reply(guest, remaining.threadId, { body: 'Spam.' })
    await agent('POST', `/v1/threads/${thread.threadId}/replies`, { body: 'Looking.' })
    const member = await joined(server, person, 'Mia', 'member')
    const reviewer = await joined(server, person, 'Rita', 'reviewer')
    const extra = (await start(guest, { body: 'One more.' })).body.thread
    const remove = (call: typeof member.call) => call('DELETE', `/api/threads/${extra.threadId}`)
    expect((await remove(reviewer.call)).status).toBe(403)
    expect((await remove(member.call)).status).toBe(204)
    // An agent has replied in this thread, so a member cannot delete it.
    expect((await member.call('DELETE', `/api/threads/${thread.threadId}`)).status).toBe(403)
    const all = `/api/reviews/${reviewId}/guests/${guestId}`
    expect((await member.call('DELETE', all)).status).toBe(403)
    expect((await person.call('DELETE', all)).status).toBe(204)
    expect((await person.call('DELETE', all)).status).toBe(404)
    const left = await threadsOf(agent, reviewId)
    expect(left.flatMap(each => each.comments.map(({ body }) => body))).toEqual(['Stays.'])
  })

  it('one share link allows at most 500 guest comments, not counting deleted ones', async () => {
    const { guest, link } = await newShared()
    const { thread } = (await start(guest)).body
    const columns = 'thread_id, body, author_type, author_id, author_name, created_at, share_link_id'
    await runSql(
      server,
      `INSERT INTO comment (id, ${columns})
        WITH RECURSIVE copy (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM copy WHERE i < ?)
        SELECT 'cmt_' || substr(thread_id, 5) || i, ${columns}
        FROM comment CROSS JOIN copy WHERE thread_id = ?`,
      [limits.guestComments - 2, thread.threadId],
    )
    const last = await reply(guest, thread.threadId)
    expect(last.status).toBe(201)
    expect(await reply(guest, thread.threadId)).toMatchObject({
      status: 409,
      body: { data: { error: 'conflict' } },
    })
    const [counted] = await runSql<{ count: number | string }>(
      server,
      'SELECT count(*) AS count FROM comment WHERE share_link_id = ?',
      [link.id],
    )
    expect(Number(counted?.count)).toBe(limits.guestComments)
    await guest.call('DELETE', `/comments/${last.body.thread.comments.at(-1)?.id}`)
    expect((await reply(guest, thread.threadId)).status).toBe(201)
  })

  it('a guest comment is refused as soon as its share link is revoked, even in a race', async () => {
    const { guest, link, reviewId } = await newShared()
    await start(guest)
    const [revoked, ...sent] = await Promise.all([
      person.call('DELETE', `/v1/share-links/${link.id}`),
      ...Array.from({ length: 20 }, () => start(guest)),
    ])
    expect(revoked.status).toBe(204)
    expect(sent.every(({ status }) => status === 201 || status === 404)).toBe(true)
    const taken = sent.filter(({ status }) => status === 201).length
    expect(await threadsOf(agent, reviewId)).toHaveLength(taken + 1)
    expect((await start(guest)).status).toBe(404)
  })

  it('a client address can send 20 guest comments a minute; a share link accepts 60 a minute', async () => {
    const own = await limitedFixture()
    const reviewId = await newReview(own.agent, own.projectId)
    const links = [
      await newShareLink(own.person.call, reviewId, { allowComments: true }),
      await newShareLink(own.person.call, reviewId, { allowComments: true }),
    ]
    const send = async (address: Record<string, string>, link = links[0]) =>
      (await start(visitorOf(own.server, link?.token ?? '', address))).status
    const [first, ...others] = [newAddress(), newAddress(), newAddress()]
    for (const address of [first, ...others])
      for (let i = 0; i < 20; i++) expect(await send(address)).toBe(201)
    expect(await send(first)).toBe(429)
    expect(await send(newAddress())).toBe(429)
    // The limit of the other link is not reached, so the limit of the first address refuses this comment.
    expect(await send(first, links[1])).toBe(429)
    expect(await send(newAddress(), links[1])).toBe(201)
  })
})
