import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Thread } from '#shared/contract/thread'
import type { Failure } from '../../support/server/client'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'
import { noise } from '../../support/media/samples'

const { server, person, agent, projectId } = await sharedFixture()
const authorization = `Bearer ${await person.token()}`

const reviewId = await newReview(agent, projectId)
const gray = await sharp({ create: { width: 2000, height: 1200, channels: 3, background: '#808080' } })
  .png()
  .toBuffer()
const { artifactId } = await upload(agent, reviewId, gray)

const annotate = async (kind: string, geometry: unknown, of = artifactId) =>
  (await person.call<Thread>('POST', `/v1/artifacts/${of}/annotations`, { kind, geometry, body: 'Look.' }))
    .body
async function see(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { headers: { authorization, ...headers } })
  const data = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, data }
}
/** Counts the pixels for which `test` returns true, and returns the size of the picture too. */
async function count(data: Buffer, test: (red: number, green: number, blue: number) => boolean) {
  const { data: pixels, info } = await sharp(data).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let found = 0
  for (let i = 0; i < pixels.length; i += info.channels)
    if (test(pixels[i] ?? 0, pixels[i + 1] ?? 0, pixels[i + 2] ?? 0)) found++
  return { found, width: info.width, height: info.height }
}
/** Returns the center of all pixels in the color of marks (as fractions) and their width (in pixels). */
async function markedBox(data: Buffer) {
  const { data: pixels, info } = await sharp(data).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const marked = Array.from({ length: width * height }, (_, at) => at).filter(at => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at * channels)
    return isOrange(red, green, blue)
  })
  const xs = marked.map(at => at % width)
  const ys = marked.map(at => Math.floor(at / width))
  const [left, right] = [Math.min(...xs), Math.max(...xs) + 1]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys) + 1]
  return { x: (left + right) / 2 / width, y: (top + bottom) / 2 / height, width: right - left }
}
/**
 * Returns the caption that begins at column `left` of a comparison, as lines with a `#` for each dark dot.
 */
async function captionAt(data: Buffer, left: number) {
  const { data: pixels, info } = await sharp(data).greyscale().raw().toBuffer({ resolveWithObject: true })
  const isInk = (x: number, y: number) => (pixels[(y * info.width + x) * info.channels] ?? 0) < 100
  return Array.from({ length: 7 }, (_, row) => {
    const dots = Array.from({ length: 36 }, (_, column) =>
      isInk(left + 4 + column * 2, info.height - 18 + row * 2) ? '#' : ' ',
    )
    return `\n${dots.join('').trimEnd()}`
  }).join('')
}
/** Returns true for the color of the lines of marks, and for the darker color behind their numbers. */
const isOrange = (red: number, green: number, blue: number) => red > 190 && green < 130 && blue < 90

describe('GET /v1/threads/{id}/picture', () => {
  it.each([
    ['point', { x: 0.5, y: 0.5 }, [480, 480]],
    ['rectangle', { x: 0.1, y: 0.1, width: 0.2, height: 0.1 }, [880, 480]],
    ['ellipse', { cx: 0.5, cy: 0.5, rx: 0.05, ry: 0.05 }, [480, 480]],
    ['arrow', { x1: 0.4, y1: 0.4, x2: 0.6, y2: 0.6 }, [880, 528]],
    [
      'freehand',
      {
        points: [
          [0.4, 0.4],
          [0.5, 0.6],
          [0.6, 0.4],
        ],
      },
      [880, 528],
    ],
  ])(
    'the picture of a thread with a %s mark shows the mark and the part around it',
    async (kind, geometry, [width, height]) => {
      const { threadId, pictureUrl } = await annotate(kind, geometry)
      expect(pictureUrl).toBe(`${server.url}/v1/threads/${threadId}/picture`)
      const { status, headers, data } = await see(`/v1/threads/${threadId}/picture`)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('image/png')
      expect(headers.get('cache-control')).toBe('private, no-cache')
      expect(headers.get('x-picture-part')).toMatch(
        new RegExp(`^x=\\d+, y=\\d+, width=${width}, height=${height}, scale=1$`),
      )
      const { found, ...size } = await count(data, isOrange)
      expect(size).toEqual({ width, height })
      expect(found).toBeGreaterThan(100)
      expect((await sharp(data).metadata()).exif).toBeUndefined()
      const again = await see(`/v1/threads/${threadId}/picture`, {
        'if-none-match': headers.get('etag') ?? '',
      })
      expect(again.status).toBe(304)
    },
  )

  it('the picture of a thread is `w` pixels wide, and is a JPEG if a PNG would be too large', async () => {
    const large = await noise(2400, 1500).png().toBuffer()
    const { artifactId: noisy } = await upload(agent, reviewId, large, { title: 'Noise' })
    const { threadId } = await annotate('rectangle', { x: 0, y: 0, width: 1, height: 1 }, noisy)
    for (const w of [512, 768, 1024, 1568]) {
      const { headers, data } = await see(`/v1/threads/${threadId}/picture?w=${w}`)
      expect(headers.get('content-type')).toBe('image/jpeg')
      expect(await sharp(data).metadata()).toMatchObject({ width: w, height: Math.round(w * 0.625) })
      const part = `x=0, y=0, width=2400, height=1500, scale=${Number((w / 2400).toFixed(4))}`
      expect(headers.get('x-picture-part')).toBe(part)
    }
    expect((await see(`/v1/threads/${threadId}/picture?w=600`)).status).toBeGreaterThanOrEqual(400)
  })

  it('with on=latest, the picture of a thread shows the same part of the latest revision', async () => {
    const { artifactId: own } = await upload(agent, reviewId, gray, { title: 'Two revisions' })
    const { threadId } = await annotate('point', { x: 0.5, y: 0.5 }, own)
    const blue = await sharp({ create: { width: 2000, height: 1200, channels: 3, background: '#0000ff' } })
      .png()
      .toBuffer()
    await revise(agent, own, blue)
    const pinned = await see(`/v1/threads/${threadId}/picture`)
    expect((await count(pinned.data, isOrange)).found).toBeGreaterThan(100)
    const latest = await see(`/v1/threads/${threadId}/picture?on=latest`)
    expect(latest.headers.get('etag')).not.toBe(pinned.headers.get('etag'))
    for (const { headers } of [pinned, latest])
      expect(headers.get('x-picture-part')).toBe('x=760, y=360, width=480, height=480, scale=1')
    expect(await count(latest.data, (red, _green, color) => red === 0 && color === 255)).toEqual({
      found: 480 * 480,
      width: 480,
      height: 480,
    })
  })

  it('with on=both, the picture of a thread shows the marked part next to the latest revision', async () => {
    const { artifactId: own } = await upload(agent, reviewId, gray, { title: 'Before and after' })
    const { threadId } = await annotate('point', { x: 0.5, y: 0.5 }, own)
    const alone = await fetch(`${server.url}/v1/threads/${threadId}/picture?on=both`, {
      headers: { authorization },
    })
    expect([alone.status, ((await alone.json()) as Failure).data]).toMatchObject([
      409,
      { error: 'conflict', field: 'on', hint: expect.stringContaining('Upload a revision') as string },
    ])
    // The new revision is twice as large, so the part has twice the pixels. The part begins with a green
    // stripe.
    const stripe = { create: { width: 20, height: 2400, channels: 3 as const, background: '#00ff00' } }
    const blue = await sharp({ create: { width: 4000, height: 2400, channels: 3, background: '#0000ff' } })
      .composite([{ input: stripe, left: 1520, top: 0 }])
      .png()
      .toBuffer()
    await revise(agent, own, blue)
    const { status, headers, data } = await see(`/v1/threads/${threadId}/picture?on=both`)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
    const { info, data: pixels } = await sharp(data).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [
      ...pixels.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
    ]
    expect([info.width, info.height]).toEqual([480 + 4 + 510, 510 + 22])
    expect(at(10, 10)).toEqual([128, 128, 128])
    expect(at(482, 10)).toEqual([136, 136, 136])
    expect(at(488, 10)).toEqual([0, 255, 0])
    expect(at(500, 10)).toEqual([0, 0, 255])
    expect(at(993, 509)).toEqual([0, 0, 255])
    const left = await sharp(data).extract({ left: 0, top: 0, width: 480, height: 480 }).png().toBuffer()
    const marked = (await count(left, isOrange)).found
    expect(marked).toBeGreaterThan(100)
    expect((await count(data, isOrange)).found).toBe(marked)
    const [before, after] = await Promise.all([0, 480 + 4].map(left => captionAt(data, left)))
    expect(before).toBe(`
#             ##
#            #  #
# ##   ###   #     ###  # ##   ###
##  # #   # ###   #   # ##  # #   #
#   # #####  #    #   # #     #####
#   # #      #    #   # #     #
####   ###   #     ###  #      ###`)
    expect(after).toBe(`
        ##   #
       #  #  #
 ###   #    ###    ###  # ##
    # ###    #    #   # ##  #
 ####  #     #    ##### #
#   #  #     #  # #     #
 ####  #      ##   ###  #`)
    const again = await see(`/v1/threads/${threadId}/picture?on=both`, {
      'if-none-match': headers.get('etag') ?? '',
    })
    expect(again.status).toBe(304)
    for (const w of [512, 768, 1024, 1568]) {
      const sized = await sharp((await see(`/v1/threads/${threadId}/picture?on=both&w=${w}`)).data).metadata()
      expect(Math.max(sized.width, sized.height)).toBeLessThanOrEqual(w)
    }
    await revise(agent, own, gray)
    const later = await see(`/v1/threads/${threadId}/picture?on=both`)
    expect(later.headers.get('etag')).not.toBe(headers.get('etag'))
    expect((await sharp(later.data).metadata()).width).toBe(964)
  })

  it('a thread on the review has no picture, and only callers with access can read a picture', async () => {
    const onReview = (
      await person.call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'All.' })
    ).body
    expect(onReview).toMatchObject({ pictureUrl: null, size: null, pixels: null })
    expect((await see(`/v1/threads/${onReview.threadId}/picture`)).status).toBe(404)
    const { threadId } = await annotate('point', { x: 0.1, y: 0.1 })
    const outsider = await signUp(server)
    const token = `Bearer ${await outsider.token()}`
    expect((await see(`/v1/threads/${threadId}/picture`, { authorization: token })).status).toBe(404)
    expect((await see(`/v1/threads/${threadId}`, { authorization: token })).status).toBe(404)
    const blind = `Bearer ${await person.token({ capabilities: ['artifact:write'] })}`
    expect((await see(`/v1/threads/${threadId}/picture`, { authorization: blind })).status).toBe(403)
  })
})

describe('GET /v1/artifacts/{id}/picture', () => {
  it('the picture of an artifact shows open marks, or with `marks` all marks or no marks', async () => {
    const { artifactId: own } = await upload(agent, reviewId, gray, { title: 'Numbered' })
    await annotate('point', { x: 0.25, y: 0.5 }, own)
    const second = await annotate('point', { x: 0.75, y: 0.5 }, own)
    const orange = async (query: string) =>
      (await count((await see(`/v1/artifacts/${own}/picture${query}`)).data, isOrange)).found
    const both = await orange('')
    await person.call('POST', `/v1/threads/${second.threadId}/resolve`)
    const one = await orange('')
    expect(one).toBeGreaterThan(100)
    expect(both).toBeGreaterThan(one * 1.5)
    expect(await orange('?marks=all')).toBe(both)
    expect(await orange('?marks=none')).toBe(0)
    expect((await see(`/v1/artifacts/${own}/picture?revision=2`)).status).toBe(404)
    const { data } = await see(`/v1/artifacts/${own}/picture?w=1568`)
    expect(await sharp(data).metadata()).toMatchObject({ width: 1568, height: 941 })
  })
})

describe('a numbered point in a picture', () => {
  it('a numbered point in a picture is drawn as one disc around the point, without a ring', async () => {
    const { artifactId: own } = await upload(agent, reviewId, gray, { title: 'One disc' })
    await annotate('point', { x: 0.25, y: 0.5 }, own)
    const { data } = await see(`/v1/artifacts/${own}/picture`)
    const box = await markedBox(data)
    expect(box.x).toBeCloseTo(0.25, 2)
    expect(box.y).toBeCloseTo(0.5, 2)
    expect(box.width).toBeLessThan(40)
  })
})

describe('GET /v1/threads/{id}', () => {
  it('GET /v1/threads/{id} returns the mark in pixels, and the size of the picture', async () => {
    const { threadId } = await annotate('rectangle', { x: 0.1, y: 0.2, width: 0.3, height: 0.4 })
    const { status, body } = await agent<Thread>('GET', `/v1/threads/${threadId}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      size: { width: 2000, height: 1200 },
      pixels: { x: 200, y: 240, width: 600, height: 480 },
      comments: [{ body: 'Look.' }],
    })
  })
})
