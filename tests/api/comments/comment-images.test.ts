import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { PendingComment, SubmittedReview } from '#shared/contract/pending-comment'
import type { CommentImage, Thread } from '#shared/contract/thread'
import { blobsOf } from '../../support/data/blobs-of'
import type { Failure } from '../../support/server/client'
import { joined, signUp, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { asPerson, newImage, postImage } from '../../support/reviews/comment-images'
import { sharedFixture } from '../../support/server/fixture'
import { plainFrame } from '../../support/reviews/frames'
import { callTool, connectMcp } from '../../support/cli/mcp'
import { animation, noise, sample } from '../../support/media/samples'
import { newShareLink, visitorOf } from '../../support/reviews/share'
import { refusedWithHint } from '../../support/server/refusals'

const { server, person, agent, projectId, png } = await sharedFixture()
const reviewId = await newReview(agent, projectId)
const colleague = await joined(server, person, 'Bea', 'reviewer')
const blue = await plainFrame(800, 500).png().toBuffer()

const send = (image: Buffer, by: Person = person, on = reviewId) =>
  postImage<CommentImage & Failure>(server, on, image, asPerson(server, by))
const make = (name?: string, by = person, on = reviewId) => newImage(server, by, on, blue, name)
const comment = (imageIds: string[], by = person, on = reviewId) =>
  by.call<Thread>('POST', `/v1/reviews/${on}/threads`, { body: 'As here.', imageIds })
const reply = (threadId: string, imageIds: string[], by = person) =>
  by.call<Thread>('POST', `/v1/threads/${threadId}/replies`, { body: 'Or here.', imageIds })
const read = async (threadId: string) => (await agent<Thread>('GET', `/v1/threads/${threadId}`)).body
const statusOf = async (url: string) => (await fetch(url)).status
/** Requests the thumbnails of an image, so that the server stores files that it must delete later. */
const see = async ({ url }: CommentImage) => {
  for (const query of ['', '?w=320', '?w=640']) expect(await statusOf(url + query)).toBe(200)
}
const expectDeleted = async ({ id, url }: CommentImage) => {
  expect(await blobsOf(server, id)).toEqual([])
  for (const query of ['', '?w=320']) expect(await statusOf(url + query)).toBe(404)
}

describe('images of a comment', () => {
  it('every reader of a comment or reply gets its images, even in a list of threads', async () => {
    const [first, second] = [await make('Header on Safari.png'), await make()]
    expect(first).toEqual({
      id: expect.stringMatching(/^upi_/),
      name: 'Header on Safari.png',
      mime: 'image/png',
      width: 800,
      height: 500,
      url: expect.stringMatching(/\/e\/[\w-]+$/),
    })
    expect(second.name).toBe('image')
    // Images are in the order in which they were sent, whatever the order of their ids.
    const made = await comment([second.id, first.id])
    expect(made).toMatchObject({ status: 201, body: { comments: [{ images: [first, second] }] } })
    const { threadId } = made.body
    const third = await make('reply.png', colleague)
    expect((await reply(threadId, [third.id], colleague)).body.comments[1]?.images).toEqual([third])
    const expected = [{ images: [first, second] }, { images: [third] }]
    expect((await read(threadId)).comments).toMatchObject(expected)
    for (const query of ['', '?status=all', '?status=open']) {
      const { body } = await agent<{ threads: Thread[] }>('GET', `/v1/reviews/${reviewId}/threads${query}`)
      expect(body.threads.find(each => each.threadId === threadId)?.comments).toMatchObject(expected)
    }
  })

  it('an image of a comment is in the feedback that the MCP server returns', async () => {
    const own = await newReview(agent, projectId)
    const image = await make('Nav.png', person, own)
    await comment([image.id], person, own)
    const mcp = await connectMcp(server, await person.token())
    const { data } = await callTool(mcp, 'read_feedback', { reviewId: own })
    expect(data).toMatchObject({ threads: [{ images: [image.url] }] })
  })

  it('the images of a comment belong to that comment only, not to its replies', async () => {
    const { artifactId } = await upload(agent, reviewId, png)
    const image = await make()
    const { body } = await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body: 'Wrong blue.',
      imageIds: [image.id],
    })
    await reply(body.threadId, [])
    expect((await read(body.threadId)).comments.map(each => each.images)).toEqual([[image], []])
  })

  it('only an agent with the capability to comment can upload an image for a comment', async () => {
    const token = (names: Parameters<Person['token']>[0]) => person.token(names)
    const bearer = async (names: ('thread:reply' | 'feedback:read')[]) => ({
      authorization: `Bearer ${await token({ capabilities: names })}`,
    })
    const sent = await postImage(server, reviewId, blue, await bearer(['thread:reply']))
    expect(sent.status).toBe(201)
    expect(await postImage(server, reviewId, blue, await bearer(['feedback:read']))).toMatchObject({
      status: 403,
      body: { data: { error: 'forbidden' } },
    })
    expect((await postImage(server, reviewId, blue, {})).status).toBe(401)
  })

  it('an image for a comment is refused if the token of the request was revoked', async () => {
    const made = await person.call<{ id: string; token: string }>('POST', '/api/tokens', {
      workspaceId: person.workspaceId,
      name: 'Short-lived',
      capabilities: ['thread:reply'],
    })
    const headers = { authorization: `Bearer ${made.body.token}` }
    expect((await postImage(server, reviewId, blue, headers)).status).toBe(201)
    await person.call('DELETE', `/api/tokens/${made.body.id}`)
    expect((await postImage(server, reviewId, blue, headers)).status).toBe(401)
  })

  it('an uploaded image can be used in one comment only, by its author in the same review', async () => {
    const outsider = await signUp(server)
    expect(await send(blue, outsider)).toMatchObject(refusedWithHint(404, 'not_found'))
    const image = await make()
    const elsewhere = await newReview(agent, projectId)
    const missing = refusedWithHint(404, 'not_found', 'imageIds')
    expect(await comment([image.id], colleague)).toMatchObject(missing)
    expect(await comment([image.id], person, elsewhere)).toMatchObject(missing)
    expect(
      await agent('POST', `/v1/reviews/${reviewId}/threads`, { body: 'Mine.', imageIds: [image.id] }),
    ).toMatchObject(missing)
    const before = await agent<{ count: number }>('GET', `/v1/reviews/${elsewhere}/threads`)
    expect(before.body.count).toBe(0)
    expect((await comment([image.id, image.id])).status).toBe(201)
    expect(await comment([image.id])).toMatchObject(missing)
    expect(await comment(['upi_01ARZ3NDEKTSV4RRFFQ69G5FAV'])).toMatchObject(missing)
  })

  it('a comment has at most ten images', async () => {
    const ids: string[] = []
    for (let count = 0; count <= limits.commentImages; count++) ids.push((await make()).id)
    expect(await comment(ids)).toMatchObject(refusedWithHint(422, 'invalid_request', 'imageIds'))
    const made = await comment(ids.slice(1))
    expect(made.body.comments[0]?.images).toHaveLength(limits.commentImages)
  })

  it('an image of a comment has at most 10 MiB, and its name has at most 200 characters', async () => {
    const filled = (bytes: number) => Buffer.concat([blue, Buffer.alloc(bytes - blue.length)])
    expect((await send(filled(limits.commentImageBytes))).status).toBe(201)
    expect(await send(filled(limits.commentImageBytes + 1))).toMatchObject(refusedWithHint(413, 'too_large'))
    const named = (length: number) =>
      postImage(server, reviewId, blue, asPerson(server, person), 'x'.repeat(length))
    expect((await named(limits.commentImageName)).status).toBe(201)
    expect(await named(limits.commentImageName + 1)).toMatchObject(
      refusedWithHint(422, 'invalid_request', 'name'),
    )
  })

  it('an image of a comment must be a PNG, JPEG, WebP, GIF or AVIF according to its bytes', async () => {
    for (const [image, mime] of [
      [await plainFrame().jpeg().toBuffer(), 'image/jpeg'],
      [await plainFrame().webp().toBuffer(), 'image/webp'],
      [await animation(20, 20, 3), 'image/gif'],
      [await plainFrame().avif().toBuffer(), 'image/webp'],
    ] as const)
      expect(await send(image)).toMatchObject({ status: 201, body: { mime } })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    for (const bytes of [
      Buffer.from(svg),
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      await readFile(sample('plain.mp4')),
      blue.subarray(0, 60),
      Buffer.alloc(0),
    ])
      expect(await send(bytes)).toMatchObject(refusedWithHint(422, 'invalid_request', 'image'))
  })

  it('a comment image is stored without metadata, and served with headers against scripts', async () => {
    const photo = await plainFrame(64, 40)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Ann' } })
      .toBuffer()
    const { url } = (await send(photo)).body
    const response = await fetch(url)
    const data = Buffer.from(await response.arrayBuffer())
    expect(await sharp(data).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 40 })
    expect((await sharp(data).metadata()).exif).toBeUndefined()
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': expect.stringContaining('inline'),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': expect.stringMatching(/^public, max-age=\d+, immutable$/),
      'accept-ranges': 'bytes',
    })
    const part = await fetch(url, { headers: { range: 'bytes=0-9' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10])
    expect(await statusOf(`${url.slice(0, -2)}xx`)).toBe(404)
  })

  it('an image of a comment has thumbnails, which are never enlarged', async () => {
    const wide = (await send(await noise(900, 300).png().toBuffer())).body
    const small = (await send(await noise(30, 20).png().toBuffer())).body
    for (const [{ url }, width] of [
      [wide, 320],
      [small, 30],
    ] as const) {
      const data = Buffer.from(await (await fetch(`${url}?w=320`)).arrayBuffer())
      expect(await sharp(data).metadata()).toMatchObject({ format: 'webp', width })
    }
  })

  it('an author can have at most forty uploaded images that no comment uses', async () => {
    const own = await newReview(agent, projectId)
    const dot = await plainFrame(1, 1).png().toBuffer()
    const ids: string[] = []
    for (let count = 0; count < limits.unusedCommentImages; count++)
      ids.push((await newImage(server, person, own, dot)).id)
    expect(await send(dot, person, own)).toMatchObject(refusedWithHint(409, 'conflict'))
    expect((await send(dot, colleague, own)).status).toBe(201)
    expect((await comment(ids.slice(0, 1), person, own)).status).toBe(201)
    expect((await send(dot, person, own)).status).toBe(201)
  })

  it('an uploaded image does not change the ETag of the threads until a comment uses it', async () => {
    const own = await newReview(agent, projectId)
    const etag = async () => (await agent('GET', `/v1/reviews/${own}/threads`)).headers.get('etag')
    const before = await etag()
    await make(undefined, person, own)
    expect(await etag()).toBe(before)
  })
})

describe('changing a comment', () => {
  it('changing a comment adds and removes images, and deletes the files of removed ones', async () => {
    const [first, second] = [await make(), await make()]
    const { threadId, comments } = (await comment([first.id])).body
    await see(first)
    const edit = (body: object) =>
      person.call<Thread>('PATCH', `/api/comments/${comments[0]?.id}`, { body: 'As here.', ...body })
    expect((await edit({ body: 'Reworded.' })).body.comments[0]).toMatchObject({ images: [first] })
    const changed = await edit({ imageIds: [second.id] })
    expect(changed.body.comments[0]).toMatchObject({ images: [second], editedAt: expect.any(String) })
    await expectDeleted(first)
    expect((await edit({ imageIds: [first.id, second.id] })).status).toBe(404)
    expect((await read(threadId)).comments[0]?.images).toEqual([second])
    expect((await edit({ imageIds: [] })).body.comments[0]?.images).toEqual([])
    await expectDeleted(second)
  })

  it('a comment does not count as edited when it is saved with the same images', async () => {
    const image = await make()
    const { comments } = (await comment([image.id])).body
    const path = `/api/comments/${comments[0]?.id}`
    const same = await person.call<Thread>('PATCH', path, { body: 'As here.', imageIds: [image.id] })
    expect(same.body.comments[0]).toMatchObject({ images: [image], editedAt: null })
  })
})

describe('images of a pending comment', () => {
  const pend = (imageIds: string[], on = reviewId) =>
    person.call<PendingComment>('POST', `/api/reviews/${on}/pending-comments`, { body: 'Later.', imageIds })

  it('other people get no image of a pending comment before the comment is sent', async () => {
    const own = await newReview(agent, projectId)
    const opening = (await comment([], colleague, own)).body
    const [first, second] = [await make('a.png', person, own), await make('b.png', person, own)]
    const added = (await pend([first.id], own)).body
    expect(added.images).toEqual([first])
    const path = `/api/threads/${opening.threadId}/pending-replies`
    const answer = { body: 'Later too.', imageIds: [second.id] }
    const replied = (await person.call<PendingComment>('POST', path, answer)).body
    const list = () =>
      person.call<{ pendingComments: PendingComment[] }>('GET', `/api/reviews/${own}/pending-comments`)
    expect((await list()).body.pendingComments).toMatchObject([{ images: [first] }, { images: [second] }])
    const seen = JSON.stringify((await agent('GET', `/v1/reviews/${own}/threads`)).body)
    expect(seen).not.toMatch(/upi_/)
    const sent = await person.call<SubmittedReview>('POST', `/api/reviews/${own}/submit`, {
      pendingCommentIds: [added.id, replied.id],
    })
    expect(sent.body.sent.map(each => each.thread.comments.at(-1)?.images)).toEqual([[first], [second]])
    expect((await read(opening.threadId)).comments.at(-1)?.images).toEqual([second])
  })

  it('images of a discarded pending comment can be reused, but a removed image is deleted', async () => {
    const [first, second] = [await make(), await make()]
    const { id } = (await pend([first.id, second.id])).body
    const path = `/api/pending-comments/${id}`
    const edit = { body: 'Later.', imageIds: [second.id] }
    expect((await person.call('PATCH', path, edit)).body).toMatchObject({ images: [second] })
    await expectDeleted(first)
    expect((await person.call('DELETE', path)).status).toBe(204)
    expect((await pend([second.id])).body.images).toEqual([second])
  })
})

describe('the files of comment images', () => {
  it('the files of comment images are deleted with their reply and with their thread', async () => {
    const [first, second, third] = [await make(), await make(), await make()]
    const { threadId } = (await comment([first.id])).body
    await reply(threadId, [second.id])
    const last = (await reply(threadId, [third.id])).body.comments.at(-1)
    for (const image of [first, second, third]) await see(image)
    expect((await person.call('DELETE', `/api/comments/${last?.id}`)).status).toBe(204)
    await expectDeleted(third)
    await see(first)
    expect((await person.call('DELETE', `/api/threads/${threadId}`)).status).toBe(204)
    for (const image of [first, second]) await expectDeleted(image)
  })

  it('the files of comment images are deleted with the evidence, the review or the project', async () => {
    const ownProject = await person.project('Deleted')
    const own = await newReview(agent, ownProject)
    const { artifactId } = await upload(agent, own, png)
    const onEvidence = await make('on evidence', person, own)
    await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, {
      kind: 'artifact',
      body: 'x',
      imageIds: [onEvidence.id],
    })
    const onReview = await make('on review', person, own)
    await comment([onReview.id], person, own)
    const unused = await make('unused', person, own)
    const other = await newReview(agent, ownProject)
    const inProject = await make('in project', person, other)
    await comment([inProject.id], person, other)
    for (const image of [onEvidence, onReview, unused, inProject]) await see(image)
    await person.call('DELETE', `/api/artifacts/${artifactId}`)
    await expectDeleted(onEvidence)
    await see(onReview)
    await person.call('DELETE', `/api/reviews/${own}`)
    for (const image of [onReview, unused]) await expectDeleted(image)
    await see(inProject)
    await person.call('DELETE', `/api/projects/${ownProject}`)
    await expectDeleted(inProject)
  })

  it('the files of comment images are deleted when members delete the thread of a guest', async () => {
    const own = await newReview(agent, projectId)
    const { token } = await newShareLink(person.call, own, { allowComments: true })
    const guest = visitorOf(server, token)
    const made = await guest.call<{ thread: Thread; guestId: string }>('POST', '/threads', {
      name: 'Gus',
      body: 'Hi.',
    })
    const image = await make('answer.png', person, own)
    await reply(made.body.thread.threadId, [image.id])
    await see(image)
    await person.call('DELETE', `/api/reviews/${own}/guests/${made.body.guestId}`)
    await expectDeleted(image)
  })
})

describe('comment images for visitors of a share link', () => {
  it('visitors of a share link see the images of comments, but cannot attach images', async () => {
    const own = await newReview(agent, projectId)
    const image = await make('shown.png', person, own)
    await comment([image.id], person, own)
    const pending = await make('pending.png', person, own)
    await person.call('POST', `/api/reviews/${own}/pending-comments`, { body: 'x', imageIds: [pending.id] })
    const { token } = await newShareLink(person.call, own, { allowComments: true })
    const guest = visitorOf(server, token)
    expect((await guest.read()).body.threads[0]?.comments[0]?.images).toEqual([image])
    expect(JSON.stringify((await guest.read()).body)).not.toContain(pending.id)
    const unused = await make('unused.png', person, own)
    const made = await guest.call<{ thread: Thread }>('POST', '/threads', {
      name: 'Gus',
      body: 'Mine?',
      imageIds: [unused.id],
    })
    expect(made.body.thread.comments[0]?.images).toEqual([])
  })
})

describe('exports', () => {
  it('exports name the images of comments, but do not contain the URLs of the images', async () => {
    const own = await newReview(agent, projectId)
    const image = await make('Nav <b>.png', person, own)
    await comment([image.id], person, own)
    const download = async (format: string) => {
      const response = await fetch(`${server.url}/api/reviews/${own}/export/${format}`, {
        headers: { cookie: person.cookie },
      })
      return response.text()
    }
    expect(await download('csv')).toContain('"Nav <b>.png"')
    expect(await download('html')).toContain('alt="Nav &lt;b&gt;.png"')
    for (const format of ['csv', 'html']) expect(await download(format)).not.toContain(`${server.url}/e/`)
  })
})
