import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { SubmittedEvidence, SubmittedRound } from '#shared/contract/submitted-evidence'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import type { Call } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { allRows } from '../../support/data/database'
import { sharedFixture } from '../../support/server/fixture'
import { curl, fileOf, formOf } from '../../support/server/forms'
import { pngImage, sample } from '../../support/media/samples'

const { server, person, agent, projectId, png } = await sharedFixture()
const other = await pngImage(70, 50)
const third = await pngImage(80, 50)

/** A review with the evidence "Cart" and an open thread on it. */
async function reviewWithThread() {
  const { body } = await agent<SubmittedEvidence>(
    'POST',
    '/v1/evidence',
    formOf({ files: fileOf(png), projectId }),
  )
  const artifactId = body.files[0]?.artifactId ?? ''
  const thread = await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'It wraps.',
  })
  return { reviewId: body.review.id, artifactId, threadId: thread.body.threadId }
}

const submit = (reviewId: string, parts: Parameters<typeof formOf>[0], call: Call = agent, headers = {}) =>
  call<SubmittedRound>('POST', `/v1/reviews/${reviewId}/rounds`, formOf(parts), headers)

describe('POST /v1/reviews/{id}/rounds', () => {
  it('a round revises and adds evidence, replies to threads and marks them as addressed', async () => {
    const { reviewId, artifactId, threadId } = await reviewWithThread()
    const { status, body } = await submit(reviewId, {
      files: [fileOf(other, 'cart.png'), fileOf(png, 'menu.png')],
      [threadId]: 'Fixed: it has a line of its own.',
      summary: 'The total no longer wraps.',
      commit: '4be81d0',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      round: { number: 1, summary: 'The total no longer wraps.' },
      review: { id: reviewId },
      files: [
        { title: 'Cart', outcome: 'revised', artifactId, revisionIndex: 2 },
        { title: 'Menu', outcome: 'created', revisionIndex: 1 },
      ],
      threads: [
        { threadId, status: 'addressed', comments: [{}, { body: 'Fixed: it has a line of its own.' }] },
      ],
      nextAction: { action: 'wait_for_person' },
    })
    const { body: read } = await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)
    expect(read.rounds).toEqual([body.round])
    expect(read.artifacts.map(each => [each.commit, each.currentRevision?.roundId])).toEqual([
      ['4be81d0', body.round?.id],
      ['4be81d0', body.round?.id],
    ])
    expect(read.markdown).toBe(body.markdown)
    const waiting = await agent('GET', `${body.wait.url.slice(server.url.length)}&seconds=0`)
    expect(waiting).toMatchObject({ body: { changed: false } })
  })

  it('the wait URL of a round returns the oldest comment that has no reply', async () => {
    const { reviewId, threadId } = await reviewWithThread()
    const missed = (
      await person.call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, {
        kind: 'review',
        body: 'And this?',
      })
    ).body
    const { body } = await submit(reviewId, { files: [fileOf(other, 'cart.png')], [threadId]: 'Fixed.' })
    expect(body.nextAction.action).toBe('apply_feedback')
    const waiting = await agent('GET', `${body.wait.url.slice(server.url.length)}&seconds=0`)
    expect(waiting).toMatchObject({ body: { changed: true, threads: [{ threadId: missed.threadId }] } })
  })

  it('a round can revise an artifact by the id of the artifact, even if the file name differs', async () => {
    const { reviewId, artifactId } = await reviewWithThread()
    const { body } = await submit(reviewId, { [artifactId]: fileOf(other, 'new.png') })
    expect(body.files).toMatchObject([{ part: artifactId, title: 'Cart', outcome: 'revised' }])
    const renamed = await submit(reviewId, { [artifactId]: fileOf(third, 'new.png'), title: 'The cart' })
    expect(renamed.body.files).toMatchObject([{ title: 'The cart', revisionIndex: 3 }])
  })

  it('a call creates a new round unless it repeats a roundKey or sends unchanged files', async () => {
    const { reviewId, artifactId } = await reviewWithThread()
    const rounds = []
    for (const [data, roundKey] of [
      [other, undefined],
      [third, undefined],
      [other, 'key'],
      [third, 'key'],
      [third, 'key'],
    ] as const) {
      const parts = { [artifactId]: fileOf(data), ...(roundKey && { roundKey }) }
      rounds.push((await submit(reviewId, parts)).body.round?.number ?? null)
    }
    expect(rounds).toEqual([1, 2, 3, 3, null])
    expect(await submit(reviewId, { files: fileOf(png), roundKey: 'later' })).toMatchObject({ status: 201 })
    expect(await submit(reviewId, { files: fileOf(other), roundKey: 'key' })).toMatchObject({
      status: 409,
      body: { data: { error: 'round_closed' } },
    })
  })

  it('a round can contain only replies; an empty reply only marks its thread as addressed', async () => {
    const { reviewId, threadId } = await reviewWithThread()
    const empty = await submit(reviewId, { [threadId]: '' })
    expect(empty.body).toMatchObject({ round: null, files: [], threads: [{ status: 'addressed' }] })
    expect(empty.body.threads[0]?.comments).toHaveLength(1)
    await person.call('POST', `/v1/threads/${threadId}/resolve`)
    const late = await submit(reviewId, { [threadId]: 'Thanks.' })
    expect(late.body.threads).toMatchObject([{ status: 'resolved', comments: [{}, { body: 'Thanks.' }] }])
  })

  it('a round refuses files that look like the commented revision, except with `force`', async () => {
    const { reviewId, artifactId, threadId } = await reviewWithThread()
    const onReview = await person.call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, { body: 'Wrong.' })
    const reencoded = await sharp(png).png({ compressionLevel: 0 }).withExif({ IFD0: {} }).toBuffer()
    expect(reencoded.equals(png)).toBe(false)
    const before = [await allRows(server), await server.blobs.list()]
    for (const [part, data] of [
      ['files', png],
      ['files', reencoded],
      [artifactId, reencoded],
    ] as const)
      for (const answered of [threadId, onReview.body.threadId]) {
        const refused = await agent(
          'POST',
          `/v1/reviews/${reviewId}/rounds`,
          formOf({ [part]: fileOf(data), [answered]: 'Fixed.', force: 'false' }),
        )
        expect([refused.status, refused.body.data]).toMatchObject([
          409,
          { error: 'unchanged', field: part, message: expect.stringContaining(answered) },
        ])
      }
    expect([await allRows(server), await server.blobs.list()]).toEqual(before)
    const forced = await submit(reviewId, { files: fileOf(png), [threadId]: 'As meant.', force: 'true' })
    expect([forced.status, forced.body.threads[0]?.status]).toEqual([201, 'addressed'])
  })

  it('a round accepts unchanged files if the change was sent after the comment', async () => {
    const { reviewId, threadId } = await reviewWithThread()
    const plain = await submit(reviewId, { files: fileOf(other, 'cart.png') })
    expect(plain.body.files[0]?.warnings).toEqual([])
    const parts = { files: fileOf(other, 'cart.png'), [threadId]: 'Fixed.' }
    expect(await submit(reviewId, parts)).toMatchObject({ status: 201, body: { threads: [{}] } })
    await person.call('POST', `/v1/threads/${threadId}/resolve`, { status: 'open', body: 'Still wraps.' })
    expect((await submit(reviewId, parts)).status).toBe(409)
    expect((await submit(reviewId, { ...parts, files: fileOf(third, 'cart.png') })).status).toBe(201)
    await person.call('POST', `/v1/threads/${threadId}/resolve`, { status: 'open' })
    const elsewhere = { files: fileOf(third, 'menu.png'), [threadId]: 'See.' }
    expect((await submit(reviewId, elsewhere)).status).toBe(201)
  })

  it('a round warns if a revision shows no change, or if both files of a pair look the same', async () => {
    const { reviewId } = await reviewWithThread()
    const reencoded = await sharp(png).png({ compressionLevel: 0 }).toBuffer()
    const { body } = await submit(reviewId, { files: fileOf(reencoded) })
    expect(body.files).toMatchObject([
      { outcome: 'revised', warnings: [{ code: 'unchanged', field: 'files' }] },
    ])
    for (const [title, after] of [
      ['Same bytes', other],
      ['Same pixels', await sharp(other).png({ compressionLevel: 0 }).toBuffer()],
    ] as const) {
      const pair = await submit(reviewId, { title, before: fileOf(other), after: fileOf(after) })
      expect(pair.body.files).toMatchObject([
        { part: 'before', warnings: [] },
        {
          part: 'after',
          warnings: [{ code: 'unchanged', message: expect.stringContaining('the state before the change') }],
        },
      ])
    }
    const changed = await submit(reviewId, { title: 'Changed', before: fileOf(png), after: fileOf(other) })
    expect(changed.body.files.flatMap(each => each.warnings)).toEqual([])
  })

  it('the same Idempotency-Key returns the response of a round again, and adds no reply twice', async () => {
    const { reviewId, threadId } = await reviewWithThread()
    const key = { 'idempotency-key': reviewId }
    const parts = { files: fileOf(other), [threadId]: 'Fixed.' }
    const first = await submit(reviewId, parts, agent, key)
    const replay = await submit(reviewId, parts, agent, key)
    expect([first.status, replay.status]).toEqual([201, 200])
    expect(replay.body).toEqual(first.body)
    const { body } = await agent<Thread>('GET', `/v1/threads/${threadId}`)
    expect(body.comments).toHaveLength(2)
  })

  it('POST /v1/reviews/{id}/rounds works with curl', async () => {
    const { reviewId, threadId } = await reviewWithThread()
    const { status, body } = await curl(server, `/v1/reviews/${reviewId}/rounds`, await person.token(), [
      '-F',
      `files=@${sample('plain.mp4')}`,
      '--form-string',
      `${threadId}=Fixed; see the recording.`,
    ])
    expect([status, body]).toMatchObject([
      201,
      { files: [{ title: 'Plain' }], threads: [{ comments: [{}, { body: 'Fixed; see the recording.' }] }] },
    ])
  })

  it('a round changes nothing if one part is refused, and the error names the part', async () => {
    const { reviewId, artifactId, threadId } = await reviewWithThread()
    const elsewhere = await reviewWithThread()
    const good = { files: fileOf(other), [threadId]: 'Fixed.' }
    const cut = fileOf(other.subarray(0, 200), 'cut.png')
    const video = fileOf(Buffer.from('0000001866747970', 'hex'), 'walk.mp4')
    const refusals: [parts: Parameters<typeof formOf>[0], status: number, field: string][] = [
      [{}, 422, 'files'],
      [{ ...good, [elsewhere.threadId]: 'x' }, 404, elsewhere.threadId],
      [{ ...good, thr_1: 'x' }, 404, 'thr_1'],
      [{ ...good, [elsewhere.artifactId]: fileOf(third) }, 404, elsewhere.artifactId],
      [{ ...good, [artifactId]: cut }, 422, artifactId],
      [{ ...good, [artifactId]: video }, 422, artifactId],
      [{ ...good, [artifactId]: 'text' }, 400, artifactId],
      [{ ...good, [threadId]: fileOf(png) }, 400, threadId],
      [{ ...good, [threadId]: ['a', 'b'] }, 400, threadId],
      [{ ...good, [threadId]: '  ' }, 422, `answers.${threadId}`],
      [{ ...good, [threadId]: 'x'.repeat(10_001) }, 422, `answers.${threadId}`],
      [{ ...good, answers: '{}' }, 400, 'answers'],
      [{ ...good, before: fileOf(png) }, 422, 'after'],
      [{ ...good, later: fileOf(png) }, 400, 'later'],
    ]
    const before = [await allRows(server), await server.blobs.list()]
    for (const [parts, status, field] of refusals) {
      const response = await agent('POST', `/v1/reviews/${reviewId}/rounds`, formOf(parts))
      expect([response.status, response.body.data?.field]).toEqual([status, field])
    }
    expect([await allRows(server), await server.blobs.list()]).toEqual(before)
    expect((await submit(reviewId, { ...good, [threadId]: 'x'.repeat(10_000) })).status).toBe(201)
  })

  it('a round needs the capability artifact:write, and its replies need thread:reply', async () => {
    const { reviewId, threadId } = await reviewWithThread()
    const writer = await person.agent({ capabilities: ['artifact:write'] })
    expect((await submit(reviewId, { files: fileOf(other) }, writer)).status).toBe(201)
    expect((await submit(reviewId, { files: fileOf(third), [threadId]: 'x' }, writer)).status).toBe(403)
    const replier = await person.agent({ capabilities: ['thread:reply'] })
    expect((await submit(reviewId, { [threadId]: 'x' }, replier)).status).toBe(403)
    expect((await submit(reviewId, { [threadId]: 'x' }, person.call)).status).toBe(201)
  })

  it('a round is refused if its title matches several artifacts, and the error lists them', async () => {
    const reviewId = await newReview(agent, projectId)
    const [first] = [await upload(agent, reviewId, png), await upload(agent, reviewId, other)]
    const refused = await agent(
      'POST',
      `/v1/reviews/${reviewId}/rounds`,
      formOf({ files: fileOf(third, 'dashboard.png') }),
    )
    expect([refused.status, refused.body.data.message]).toEqual([
      422,
      expect.stringContaining(first?.artifactId ?? '-'),
    ])
  })

  it('when concurrent rounds contain the same file, the file is stored only once', async () => {
    const { reviewId } = await reviewWithThread()
    const before = new Set(await server.blobs.list())
    const results = await Promise.all(
      Array.from({ length: 4 }, () => submit(reviewId, { files: fileOf(other) })),
    )
    expect(results.map(each => each.body.files[0]?.outcome).sort()).toEqual([
      'revised',
      'unchanged',
      'unchanged',
      'unchanged',
    ])
    const ids = new Set((await allRows(server)).revision?.map(each => (each as { id: string }).id))
    const added = (await server.blobs.list()).filter(key => !before.has(key))
    const orphans = added.filter(key => ![...ids].some(id => key.startsWith(`${id}/`)))
    expect([added.length > 0, orphans]).toEqual([true, []])
  })
})
