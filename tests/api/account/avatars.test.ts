import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { newId } from '#shared/ids'
import { DAY, HOUR } from '#shared/time'
import { password, startSession } from '../../support/people/sessions'
import { emailOf, joined, signUp, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { adminFixture } from '../../support/people/servers'
import { sweepOnTime } from '../../support/server/sweep'
import { noise, picture } from '../../support/media/samples'
import { refusedWithHint } from '../../support/server/refusals'

const { server, person: owner, agent, projectId, png } = await adminFixture()

const send = async (person: Pick<Person, 'cookie'>, body: Buffer | ReadableStream) => {
  const response = await fetch(`${server.url}/api/me/avatar`, {
    method: 'PUT',
    headers: { cookie: person.cookie, origin: server.url },
    body: body as BodyInit,
    duplex: 'half',
  } as RequestInit)
  return { status: response.status, body: (await response.json()) as { image: string } }
}
const get = (path: string, init: RequestInit = {}) => fetch(server.url + path, init)
const imageOf = async (person: Person) =>
  (await person.call<{ user: { image: string | null } }>('GET', '/api/me')).body.user.image
const listed = async (person: Person) =>
  Object.fromEntries(
    (
      await person.call<{ avatars: { userId: string; image: string }[] }>('GET', '/api/avatars')
    ).body.avatars.map(each => [each.userId, each.image]),
  )
const blobsOf = async (person: Person) =>
  (await server.blobs.list()).filter(key => key.startsWith(`${person.id}/`))
const portrait = () => picture(300, 600).jpeg().toBuffer()

describe('the picture of a person', () => {
  it('the picture of a person is served as a square of 256 pixels without metadata', async () => {
    const kim = await signUp(server, 'Kim')
    const original = await picture(300, 600)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Kim' } })
      .toBuffer()
    const { status, body } = await send(kim, original)
    expect(status).toBe(200)
    expect(await imageOf(kim)).toBe(body.image)
    const response = await get(body.image)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const sent = Buffer.from(await response.arrayBuffer())
    expect(sent.equals(original)).toBe(false)
    const metadata = await sharp(sent).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width: 256, height: 256 })
    expect(metadata.exif).toBeUndefined()
    const etag = response.headers.get('etag') ?? ''
    expect((await get(body.image, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await get(body.image, { method: 'HEAD' })).status).toBe(200)
  })

  it('the picture of a person can be sent as a PNG, a JPEG or a WebP', async () => {
    const kim = await signUp(server, 'Kim')
    const small = picture(4, 4)
    const png = await small.clone().png().toBuffer()
    for (const accepted of [
      png,
      await small.clone().jpeg().toBuffer(),
      await small.clone().webp().toBuffer(),
    ])
      expect((await send(kim, accepted)).status).toBe(200)
    const before = await imageOf(kim)
    for (const [bytes, error] of [
      [await small.clone().gif().toBuffer(), refusedWithHint(422, 'invalid_request', 'picture')],
      [
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        refusedWithHint(422, 'invalid_request', 'picture'),
      ],
      [png.subarray(0, 40), refusedWithHint(422, 'invalid_request', 'picture')],
      [Buffer.alloc(0), refusedWithHint(422, 'invalid_request', 'picture')],
    ] as const)
      expect(await send(kim, bytes)).toMatchObject(error)
    expect(await imageOf(kim)).toBe(before)
    expect(await blobsOf(kim)).toHaveLength(1)
  })

  it('the picture of a person can be sent with at most 5 MiB', async () => {
    const kim = await signUp(server, 'Kim')
    const filled = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)])
    expect((await send(kim, filled(limits.avatarBytes))).status).toBe(200)
    const refused = { status: 413, body: { data: { error: 'too_large' } } }
    expect(await send(kim, filled(limits.avatarBytes + 1))).toMatchObject(refused)
    const endless = new ReadableStream({
      pull: controller => controller.enqueue(new Uint8Array(256 * 1024)),
    })
    expect(await send(kim, endless)).toMatchObject(refused)
  })

  it('only people who share a workspace with a person get the secret URL of the picture', async () => {
    const kim = await joined(server, owner, 'Kim', 'reviewer')
    const outsider = await signUp(server, 'Outsider')
    const { image } = (await send(kim, await portrait())).body
    expect((await listed(owner))[kim.id]).toBe(image)
    expect((await listed(kim))[kim.id]).toBe(image)
    expect(await listed(outsider)).toEqual({})
    const tag = image.split('/').at(-1) ?? ''
    const other = (await send(owner, await portrait())).body.image.split('/').at(-1) ?? ''
    for (const path of [
      `/api/avatars/${kim.id}/${other}`,
      `/api/avatars/${newId('user')}/${tag}`,
      `/api/avatars/${kim.id}/${tag.slice(1)}A`,
      `/api/avatars/${kim.id}/x`,
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
    await owner.call('DELETE', `/api/workspaces/${owner.workspaceId}/members/${kim.id}`)
    expect((await listed(owner))[kim.id]).toBeUndefined()
  })

  it('replacing or removing the picture of a person deletes the stored file', async () => {
    const kim = await signUp(server, 'Kim')
    const first = (await send(kim, await portrait())).body.image
    const second = (await send(kim, await portrait())).body.image
    expect(second).not.toBe(first)
    expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200])
    expect(await blobsOf(kim)).toHaveLength(1)
    expect((await kim.call('DELETE', '/api/me/avatar')).status).toBe(204)
    expect((await kim.call('DELETE', '/api/me/avatar')).status).toBe(204)
    expect([(await get(second)).status, await imageOf(kim)]).toEqual([404, null])
    expect(await blobsOf(kim)).toEqual([])
  })

  it('only one of several pictures that a person sends at the same time is stored', async () => {
    const kim = await signUp(server, 'Kim')
    const pictures = await Promise.all(Array.from({ length: 5 }, async () => noise(32, 32).png().toBuffer()))
    const sent = await Promise.all(pictures.map(each => send(kim, each)))
    const image = await imageOf(kim)
    expect(sent.map(each => each.body.image)).toContain(image)
    expect((await get(image ?? '')).status).toBe(200)
    expect(await blobsOf(kim)).toHaveLength(1)
  })

  it('the picture of a person is not stored when the session ends during the upload', async () => {
    const kim = await signUp(server, 'Kim')
    const session = await startSession(server, await emailOf(kim))
    const bytes = await portrait()
    let ended = false
    const paused = new ReadableStream({
      async pull(controller) {
        if (ended) {
          controller.enqueue(bytes.subarray(100))
          return controller.close()
        }
        controller.enqueue(bytes.subarray(0, 100))
        // Waits for another response, so that the server has checked the session before the session ends.
        await fetch(`${server.url}/api/health`)
        await session.end()
        ended = true
      },
    })
    expect((await send(session, paused)).status).toBe(401)
    expect([await imageOf(kim), await blobsOf(kim)]).toEqual([null, []])
  })

  it('the picture of a person survives the sweep, and is deleted with the account', async () => {
    const [kim, mel] = [await signUp(server, 'Kim'), await signUp(server, 'Mel')]
    await send(kim, await portrait())
    // Uploads evidence, because the sweep deletes no files if the database contains no evidence.
    await upload(agent, await newReview(agent, projectId), png)
    const { image } = (await send(mel, await portrait())).body
    await kim.call('POST', '/api/me/delete', { password })
    await sweepOnTime(server, 2 * DAY)
    expect([(await blobsOf(kim)).length, (await blobsOf(mel)).length]).toEqual([1, 1])
    await sweepOnTime(server, 5 * DAY + HOUR)
    expect([(await blobsOf(kim)).length, (await blobsOf(mel)).length]).toEqual([0, 1])
    expect((await get(image)).status).toBe(200)
  })
})
