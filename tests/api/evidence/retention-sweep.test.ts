import { readFile } from 'node:fs/promises'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { DeclarationResult, CompletionResult } from '#shared/contract/upload'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { limits } from '#shared/contract/kit/limits'
import { DAY, HOUR, MINUTE } from '#shared/time'
import type { Call } from '../../support/server/client'
import type { Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, revise, upload } from '../../support/reviews/uploads'
import { newImage } from '../../support/reviews/comment-images'
import { commentAt, plainFrame, sendFrame, uploadVideo } from '../../support/reviews/frames'
import { startServer } from '../../support/server/server'
import { pngImage, sample } from '../../support/media/samples'
import { bootstrapOn } from '../../support/people/bootstrap'
import { fixtureOn } from '../../support/server/fixture'
import { sweepAfter, sweepOnTime } from '../../support/server/sweep'
import { preloading } from '../../support/server/preload'

// Starts a server of its own, because tests sweep and kill the server, and compare all its files.
const server = await startServer({
  LOG_LEVEL: 'info',
  RETENTION: 'plan',
  UNCLAIMED_WORKSPACES: 'on',
  ...preloading('timers', 'quick-passwords'),
})
afterAll(() => server.stop())

let agent: Call
let person: Person
let projectId: string
let png: Buffer

/** The files that existed before the test. */
let others: Set<string>
beforeEach(async () => {
  ;({ agent, person, projectId, png } = await fixtureOn(server))
  others = new Set(await server.blobs.list())
})

const sweepIn = (ms: number) => sweepOnTime(server, ms)
const files = async () => (await server.blobs.list()).filter(key => !others.has(key))
const payload = async (id: string) => (await agent<ReviewPayload>('GET', `/v1/reviews/${id}`)).body
/** Returns the time at which a review was created, by the clock of the server. */
const timeOf = async (id: string) => Date.parse((await payload(id)).review.createdAt)

describe('a baseline whose media has expired', () => {
  it('evidence is not compared with expired media, unless its pixels are known to be the same', async () => {
    const accepted = await newReview(agent, projectId)
    await upload(agent, accepted, png, { title: 'Cart' })
    await person.call('POST', `/api/reviews/${accepted}/status`, { status: 'verified' })
    const other = await pngImage(70, 50)
    const baselineOf = async (data: Buffer) => {
      const { artifact } = await upload(agent, await newReview(agent, projectId), data, { title: 'Cart' })
      return artifact.currentRevision?.baseline
    }
    expect((await baselineOf(other))?.status).toBe('changed')
    // The media is hidden after 14 days, and deleted after 28 days.
    for (const days of [15, 29]) {
      await sweepIn(days * DAY)
      expect(await baselineOf(other)).toMatchObject({
        status: 'expired',
        changedPercent: null,
        boxes: [],
        against: { reviewId: accepted },
      })
      expect((await baselineOf(png))?.status).toBe('same')
    }
  })
})

describe('the sweep', () => {
  it('the sweep deletes media after the recovery window, and leaves comments unchanged', async () => {
    const reviewId = await newReview(agent, projectId)
    const done = await upload(agent, reviewId, png)
    await fetch(`${done.embedUrl}?w=320`)
    await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
      geometry: { x: 0, y: 0 },
      body: 'Stays.',
    })
    await sweepIn(28 * DAY - HOUR)
    expect((await payload(reviewId)).artifacts[0]?.currentRevision?.mediaState).toBe('expired')
    expect((await files()).length).toBe(3)
    await sweepIn(2 * HOUR)
    const after = await payload(reviewId)
    expect(after.artifacts[0]).toMatchObject({
      title: 'Dashboard',
      status: 'ready',
      currentRevision: { mediaState: 'deleted', bytes: png.length, width: 64 },
    })
    expect(after.threadCounts.open).toBe(1)
    expect(await files()).toEqual([])
    const card = await fetch(done.embedUrl ?? '')
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await fetch(done.downloadUrl ?? '')).status).toBe(404)
    expect((await agent('GET', `/v1/artifacts/${done.artifactId}/download`)).status).toBe(404)
    // A thread on deleted media can still get replies, and a new revision is shown.
    expect((await revise(agent, done.artifactId, png)).artifact.currentRevision?.mediaState).toBe('active')
  })

  it('when the sweep deletes a video, it deletes its context and the frames of its comments', async () => {
    const reviewId = await newReview(agent, projectId)
    const done = await uploadVideo(agent, reviewId)
    const { threadId } = await commentAt(person, done.artifactId)
    await sendFrame(server, person, threadId, await plainFrame().webp().toBuffer())
    await agent('PUT', `/v1/revisions/${done.revisionId}/context`, { aria: '- button' })
    const frames = async () => (await files()).filter(key => key.includes('/frame-'))
    const orphan = `${done.revisionId}/frame-${'0'.repeat(18)}`
    await server.blobs.write(orphan, 'no row refers to it')
    await sweepIn(2 * DAY)
    expect(await frames()).toHaveLength(1)
    expect(await frames()).not.toContain(orphan)
    expect((await files()).filter(key => key.includes('/context-'))).toHaveLength(1)
    const read = async () => (await agent<Thread>('GET', `/v1/threads/${threadId}`)).body
    expect((await read()).hasFrame).toBe(true)
    await sweepIn(27 * DAY)
    expect(await files()).toEqual([])
    expect(await read()).toMatchObject({ hasFrame: false, comment: 'It jumps.' })
    expect((await agent('GET', `/v1/threads/${threadId}/picture`)).status).toBe(404)
  })

  it('the sweep deletes comment images after a day if unused, otherwise when media expires', async () => {
    const reviewId = await newReview(agent, projectId)
    await upload(agent, reviewId, png)
    const [used, pending, unused] = [
      await newImage(server, person, reviewId, png, 'used.png'),
      await newImage(server, person, reviewId, png, 'pending.png'),
      await newImage(server, person, reviewId, png, 'unused.png'),
    ]
    const { threadId } = (
      await person.call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, {
        body: 'As here.',
        imageIds: [used.id],
      })
    ).body
    const later = { body: 'Later.', imageIds: [pending.id] }
    await person.call('POST', `/api/reviews/${reviewId}/pending-comments`, later)
    const orphan = `upi_01ARZ3NDEKTSV4RRFFQ69G5FAV/image-${'0'.repeat(18)}`
    await server.blobs.write(orphan, 'no row refers to it')
    await server.blobs.setTime(orphan, new Date(await timeOf(reviewId)))
    for (const { url } of [used, unused]) await fetch(`${url}?w=320`)
    const images = async () => (await files()).filter(key => key.startsWith('upi_'))
    expect(await images()).toHaveLength(6)
    await sweepIn(DAY - HOUR)
    expect(await images()).toHaveLength(6)
    await sweepIn(2 * HOUR)
    const remaining = await images()
    expect(remaining).toHaveLength(3)
    expect(remaining.every(key => key.includes(used.id) || key.includes(pending.id))).toBe(true)
    expect((await fetch(unused.url)).status).toBe(404)
    await sweepIn(27 * DAY)
    expect(await files()).toEqual([])
    const { comments } = (await agent<Thread>('GET', `/v1/threads/${threadId}`)).body
    expect(comments[0]).toMatchObject({ body: 'As here.', images: [{ id: used.id }] })
    const card = await fetch(`${used.url}?w=320`)
    expect([card.status, card.headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
  })

  it('without RETENTION the sweep deletes no files of a claimed workspace, even after 60 days', async () => {
    await sweepAfter(server, 0, { RETENTION: '' })
    onTestFinished(() => sweepAfter(server, 0, { RETENTION: 'plan' }))
    const reviewId = await newReview(agent, projectId)
    const done = await upload(agent, reviewId, png)
    const video = await uploadVideo(agent, reviewId, 'Resize', png)
    const { threadId } = await commentAt(person, video.artifactId)
    await sendFrame(server, person, threadId, await plainFrame().webp().toBuffer())
    const image = await newImage(server, person, reviewId, png)
    await person.call('POST', `/v1/reviews/${reviewId}/threads`, { body: 'As here.', imageIds: [image.id] })
    const before = await files()
    expect(before.length).toBe(8)
    await sweepAfter(server, 60 * DAY)
    expect(await files()).toEqual(before)
    for (const address of [done.embedUrl, video.embedUrl, video.posterUrl, image.url])
      expect((await fetch(address ?? '')).status).toBe(200)
    expect((await agent('GET', `/v1/threads/${threadId}/picture`)).status).toBe(200)
  })

  it.each(['off', ''])(
    'the sweep with RETENTION=%s deletes only media of unclaimed workspaces',
    async RETENTION => {
      await sweepAfter(server, 0, { RETENTION })
      // Waits for a sweep after the test, because a sweep while the clock is ahead deletes files that are
      // uploaded during the sweep.
      onTestFinished(() => sweepAfter(server, 0, { RETENTION: 'plan' }))
      const reviewId = await newReview(agent, projectId)
      const done = await upload(agent, reviewId, png)
      const { agent: anonymous, body } = await bootstrapOn(server)
      const theirs = await newReview(anonymous, body.project.id)
      await upload(anonymous, theirs, png)
      const stateOf = async (call: Call, id: string) =>
        (await call<ReviewPayload>('GET', `/v1/reviews/${id}`)).body.artifacts[0]?.currentRevision
      await sweepIn(6 * DAY)
      expect(await stateOf(anonymous, theirs)).toMatchObject({ mediaState: 'expired' })
      await sweepIn(7 * DAY)
      expect(await stateOf(anonymous, theirs)).toMatchObject({ mediaState: 'deleted' })
      await sweepIn(400 * DAY)
      expect(await stateOf(agent, reviewId)).toMatchObject({
        mediaState: 'active',
        mediaExpiresAt: null,
        mediaDeletesAt: null,
      })
      expect((await fetch(done.embedUrl ?? '')).status).toBe(200)
    },
  )

  it('the sweep deletes incomplete uploads an hour after their URL expired, not earlier', async () => {
    const reviewId = await newReview(agent, projectId)
    const done = await upload(agent, reviewId, png)
    const declare = async (path: string, more: object) =>
      (
        await agent<DeclarationResult>('POST', path, {
          title: 'x',
          mime: 'image/png',
          bytes: png.length,
          ...more,
        })
      ).body
    const fresh = await declare('/v1/artifacts/uploads', { reviewId, kind: 'image' })
    await put(fresh.uploadUrl, png)
    await declare(`/v1/artifacts/${done.artifactId}/revisions`, {})
    const before = await files()
    await sweepIn(limits.abandonedMs - 5 * MINUTE)
    expect([await files(), (await payload(reviewId)).artifacts.map(each => each.revisions.length)]).toEqual([
      before,
      [2, 1],
    ])
    await sweepIn(HOUR)
    const { artifacts } = await payload(reviewId)
    expect(artifacts.map(each => [each.id, each.status, each.revisions.length])).toEqual([
      [done.artifactId, 'ready', 1],
    ])
    expect((await files()).length).toBe(before.length - 1)
    expect((await revise(agent, done.artifactId, png)).revisionIndex).toBe(3)
  })

  it('an artifact is ready again after its revision without an upload has expired', async () => {
    const reviewId = await newReview(agent, projectId)
    const done = await upload(agent, reviewId, png)
    const later = await upload(agent, reviewId, png)
    const declare = async (artifactId: string) =>
      (
        await agent<DeclarationResult>('POST', `/v1/artifacts/${artifactId}/revisions`, {
          mime: 'image/png',
          bytes: png.length,
        })
      ).body
    await declare(done.artifactId)
    await put((await declare(later.artifactId)).uploadUrl, png)
    await declareUpload(agent, reviewId, { bytes: png.length })
    const statuses = async () => (await payload(reviewId)).artifacts.map(each => each.status)
    await sweepAfter(server, HOUR / 2)
    expect(await statuses()).toEqual(['processing', 'processing', 'processing'])
    await sweepIn(HOUR)
    // Only the first artifact is ready. The upload of the second can still be completed, and the third has no
    // completed revision.
    expect(await statuses()).toEqual(['ready', 'processing', 'processing'])
    expect((await revise(agent, done.artifactId, png)).artifact.status).toBe('ready')
  })

  it('the sweep deletes files that have no database row after a day, and no other files', async () => {
    const reviewId = await newReview(agent, projectId)
    const done = await upload(agent, reviewId, png)
    await fetch(`${done.embedUrl}?w=320`)
    const live = await files()
    const bytes = await Promise.all(live.map(each => server.blobs.read(each)))
    const now = await timeOf(reviewId)
    const plant = async (key: string, ageMs: number) => {
      await server.blobs.write(key, 'x')
      await server.blobs.setTime(key, new Date(now - ageMs))
      return key
    }
    await plant(`${done.revisionId}/original-aaaa`, 2 * DAY)
    await plant('rvs_01AAAAAAAAAAAAAAAAAAAAAAAA/original-bbbb', 2 * DAY)
    await plant('rvs_01AAAAAAAAAAAAAAAAAAAAAAAA/thumbnail-cccc-320', 2 * DAY)
    // Files with the names that earlier versions gave them.
    await plant(`originals/${done.revisionId}/aaaa`, 2 * DAY)
    await plant(`thumbnails/${done.revisionId}/cccc-320`, 2 * DAY)
    await plant(`${done.revisionId}/thumbnail-cccc-320`, 2 * DAY)
    const remaining = [
      await plant(`${done.revisionId}/original-dddd`, HOUR),
      await plant('README.md', 9 * DAY),
    ]
    for (const file of live) await server.blobs.setTime(file, new Date(0))
    await sweepIn(HOUR)
    expect(await files()).toEqual([...live, ...remaining].sort())
    expect(await Promise.all(live.map(each => server.blobs.read(each)))).toEqual(bytes)
    expect((await fetch(done.embedUrl ?? '')).status).toBe(200)
  })

  it('the sweep does not delete the original, the poster and the derivatives of a recording', async () => {
    const video = await readFile(sample('plain.mp4'))
    const { body } = await declareUpload(agent, await newReview(agent, projectId), {
      kind: 'video',
      title: 'Walk',
      mime: 'video/mp4',
      bytes: video.length,
      poster: { mime: 'image/png', bytes: png.length },
    })
    await put(body.uploadUrl, video)
    await put(body.poster?.uploadUrl ?? '', png)
    expect((await agent('POST', `/v1/artifacts/${body.artifactId}/complete`)).status).toBe(200)
    const stored = await files()
    expect(stored).toHaveLength(4)
    for (const file of stored) await server.blobs.setTime(file, new Date(0))
    await sweepIn(HOUR)
    expect(await files()).toEqual(stored)
  })

  it('the sweep deletes no files if the database has no revision, since it may be a wrong one', async () => {
    const empty = await startServer({ LOG_LEVEL: 'info', ...preloading('timers', 'quick-passwords') })
    onTestFinished(() => empty.stop())
    const file = 'rvs_01AAAAAAAAAAAAAAAAAAAAAAAA/original-eeee'
    await empty.blobs.write(file, 'x')
    await empty.blobs.setTime(file, new Date(0))
    await sweepOnTime(empty, HOUR)
    expect(await empty.blobs.list()).toEqual([file])
  })

  it('after a killed sweep, the next sweeps delete everything that is due, and nothing else', async () => {
    const reviewId = await newReview(agent, projectId)
    const due: CompletionResult[] = []
    for (let i = 0; i < 30; i++) due.push(await upload(agent, reviewId, png))
    // Waits until this sweep has ended, because the next one does not start while a sweep runs.
    await sweepIn(28 * DAY - HOUR)
    const young = await upload(agent, await newReview(agent, projectId), png)
    const count = (await files()).length
    await server.advance(HOUR)
    for (const deleted of [1, 8, 20, 40]) {
      await expect.poll(async () => (await files()).length, { interval: 2 }).toBeLessThan(count - deleted)
      await server.kill()
      await server.restart()
    }
    await expect.poll(() => server.log()).toContain('"swept"')
    expect((await payload(reviewId)).artifacts.map(each => each.currentRevision?.mediaState)).toEqual(
      due.map(() => 'deleted'),
    )
    expect((await fetch(young.embedUrl ?? '')).status).toBe(200)
    // The kills left files without a row. Makes these files old, so that the sweep deletes them.
    for (const file of await files()) await server.blobs.setTime(file, new Date(0))
    await sweepIn(HOUR)
    expect(await files()).toHaveLength(2)
    expect((await fetch(young.embedUrl ?? '')).status).toBe(200)
  })
})
