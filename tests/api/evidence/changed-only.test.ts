import { beforeEach, describe, expect, it } from 'vitest'
import type { SubmittedEvidence } from '#shared/contract/submitted-evidence'
import type { ReviewPayload } from '#shared/contract/review'
import { watchRows } from '../../support/data/unchanged'
import { pngImage } from '../../support/media/samples'
import { newReview } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import type { Call } from '../../support/server/client'
import { fileOf, formOf } from '../../support/server/forms'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId } = await sharedFixture()
const pictures = await Promise.all([40, 41, 42, 43].map(width => pngImage(width, 30)))
const [cart, menu, other, another] = pictures as [Buffer, Buffer, Buffer, Buffer]

type Submitted = SubmittedEvidence & { data?: { error: string; hint: string } }

const submit = (parts: Parameters<typeof formOf>[0], call: Call = agent) =>
  call<Submitted>('POST', '/v1/evidence', formOf({ changedOnly: 'true', ...parts }))
const titlesOf = ({ files, omitted }: SubmittedEvidence) => ({
  files: files.map(each => each.title),
  omitted: omitted.map(each => [each.index, each.title]),
})
const verify = (reviewId: string) =>
  person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })

let suffix = 0
/** A title that no other test uses, and evidence with it that a person accepted. */
let accepted: { title: string; url: string }
beforeEach(async () => {
  const title = `Cart ${(suffix += 1)}`
  const reviewId = await newReview(agent, projectId)
  const { artifact } = await upload(agent, reviewId, cart, { title })
  await verify(reviewId)
  accepted = { title, url: artifact.url }
})

/** The name of a file that has the title of the accepted evidence. */
const named = () => `${accepted.title}.png`

describe('POST /v1/evidence with `changedOnly`', () => {
  it('with `changedOnly`, evidence that looks accepted is left out, and its URL is returned', async () => {
    const sent = await submit({
      files: [fileOf(cart, named()), fileOf(menu, `Menu ${suffix}.png`)],
      projectId,
    })
    expect([sent.status, titlesOf(sent.body)]).toEqual([
      201,
      { files: [`Menu ${suffix}`], omitted: [[0, accepted.title]] },
    ])
    expect(sent.body.omitted[0]).toMatchObject({ part: 'files', file: named(), url: accepted.url })
    const { artifacts } = (await agent<ReviewPayload>('GET', `/v1/reviews/${sent.body.review.id}`)).body
    expect(artifacts.map(each => each.title)).toEqual([`Menu ${suffix}`])
  })

  it('without `changedOnly`, and with `changedOnly` false, no file is left out', async () => {
    const parts = { files: fileOf(cart, named()), projectId }
    for (const body of [formOf(parts), formOf({ ...parts, changedOnly: 'false' })]) {
      const sent = await agent<SubmittedEvidence>('POST', '/v1/evidence', body)
      expect(titlesOf(sent.body)).toEqual({ files: [accepted.title], omitted: [] })
    }
  })

  it('`changedOnly` creates and stores nothing if every file of a new review is left out', async () => {
    const [expectUnchanged, blobs] = [await watchRows(server), await server.blobs.list()]
    const sent = await submit({ files: fileOf(cart, named()), projectId, externalRef: `same-${suffix}` })
    expect([sent.status, sent.body.data]).toMatchObject([
      409,
      { error: 'unchanged', hint: expect.stringContaining('changedOnly') as string },
    ])
    await expectUnchanged()
    expect(await server.blobs.list()).toEqual(blobs)
  })

  it('with `changedOnly`, all files may be left out if the review already exists', async () => {
    const reviewId = await newReview(agent, projectId)
    const sent = await submit({ files: fileOf(cart, named()), reviewId })
    expect([sent.status, titlesOf(sent.body)]).toEqual([200, { files: [], omitted: [[0, accepted.title]] }])
  })

  it('`changedOnly` revises evidence that is in the review, even if the file looks accepted', async () => {
    const reviewId = await newReview(agent, projectId)
    await upload(agent, reviewId, other, { title: accepted.title })
    const sent = await submit({ files: fileOf(cart, named()), reviewId })
    expect(titlesOf(sent.body)).toEqual({ files: [accepted.title], omitted: [] })
    expect(sent.body.files[0]?.outcome).toBe('revised')
  })

  it('`changedOnly` leaves out a before file only together with its after file', async () => {
    const pair = (after: Buffer) =>
      submit({ before: fileOf(other, 'before.png'), after: fileOf(after, named()), projectId })
    const changed = await pair(another)
    expect(titlesOf(changed.body)).toEqual({ files: [accepted.title, accepted.title], omitted: [] })
    expect((await pair(cart)).status).toBe(409)
  })

  it('`changedOnly` does not hide the errors of refused files', async () => {
    const parts = { files: [fileOf(cart, named()), fileOf(Buffer.from('x'), 'text.png')], projectId }
    expect((await submit({ ...parts })).status).toBe(422)
    expect((await submit({ ...parts, partial: 'true' })).body.data?.error).toBe('invalid_request')
    const reviewId = await newReview(agent, projectId)
    const left = await submit({ files: parts.files, reviewId, partial: 'true' })
    expect([left.status, titlesOf(left.body), left.body.refused.map(each => each.index)]).toEqual([
      200,
      { files: [], omitted: [[0, accepted.title]] },
      [1],
    ])
    const files = [...parts.files, fileOf(menu, `Menu ${suffix}.png`)]
    const { body } = await submit({ files, reviewId, partial: 'true' })
    expect(titlesOf(body)).toEqual({ files: [`Menu ${suffix}`], omitted: [[0, accepted.title]] })
    expect(body.refused.map(each => each.index)).toEqual([1])
  })

  it('concurrent calls with `changedOnly` leave out the same files', async () => {
    const externalRef = `race-${suffix}`
    const files = [fileOf(cart, named()), fileOf(menu, `Menu ${suffix}.png`)]
    const sent = await Promise.all(Array.from({ length: 4 }, () => submit({ files, projectId, externalRef })))
    expect(sent.map(each => titlesOf(each.body))).toEqual(
      sent.map(() => ({ files: [`Menu ${suffix}`], omitted: [[0, accepted.title]] })),
    )
    const { artifacts } = (await agent<ReviewPayload>('GET', `/v1/reviews/${sent[0]?.body.review.id ?? ''}`))
      .body
    expect(artifacts.map(each => each.title)).toEqual([`Menu ${suffix}`])
  })
})

describe('evidence that differs from itself', () => {
  it('only revisions of one round and commit that look different have `differsFromItself`', async () => {
    const reviewId = await newReview(agent, projectId)
    const inRound = (roundKey: string, commit: string | null = null) => ({ roundKey, commit })
    const first = await upload(agent, reviewId, cart, { title: 'Twice', ...inRound('one') })
    const send = async (data: Buffer, more: object) =>
      (await revise(agent, first.artifactId, data, { ...more })).artifact.currentRevision?.differsFromItself
    expect(first.artifact.currentRevision?.differsFromItself).toBe(false)
    expect(await send(cart, inRound('one'))).toBe(false)
    expect(await send(menu, inRound('one'))).toBe(true)
    expect(await send(menu, inRound('one'))).toBe(true)
    expect(await send(cart, inRound('two'))).toBe(false)
    expect(await send(menu, inRound('two', 'c0ffee1'))).toBe(false)
    expect(await send(other, inRound('two', 'c0ffee1'))).toBe(true)
    expect(await send(cart, { ...inRound('two', 'c0ffee1'), isBefore: true })).toBe(false)
    expect(await send(menu, inRound('two', 'c0ffee1'))).toBe(false)
    const { artifacts } = (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body
    expect(artifacts[0]?.revisions.map(each => each.differsFromItself)).toEqual([
      ...[false, false, true, true, false, false, true, false, false],
    ])
  })

  it('revisions without a round never have `differsFromItself`', async () => {
    const first = await upload(agent, await newReview(agent, projectId), cart)
    const { artifact } = await revise(agent, first.artifactId, menu)
    expect(artifact.currentRevision).toMatchObject({ roundId: null, differsFromItself: false })
  })
})
