import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { deriveImage, EMBED_BYTES, thumbnail } from '~~/server/media/image/derive'
import { redactImage } from '~~/server/media/image/redact'
import { inspect } from '~~/server/media/inspect'
import { animation, noise, pixels } from '../../support/media/samples'
import { failureOf, sourceOf } from './sources'

const delay = [100, 110, 120, 130, 140]

/** Returns an animation of five different frames with different durations, which plays twice. */
async function film(
  format: 'gif' | 'webp',
  width: number,
  height: number,
  options: { lossless?: boolean } = {},
): Promise<Buffer> {
  const frames = Buffer.concat(
    delay.map((_, frame) =>
      pixels(width, height).map((value, i) => (i % 3 === 0 ? value + frame * 9 : value)),
    ),
  )
  const strip = sharp(frames, {
    raw: { width, height: height * delay.length, channels: 3, pageHeight: height },
  })
  return format === 'gif'
    ? strip.gif({ delay, loop: 2 }).toBuffer()
    : strip.webp({ delay, loop: 2, ...options }).toBuffer()
}

const framesOf = (file: Buffer) => sharp(file, { pages: -1 }).ensureAlpha().raw().toBuffer()

/** Returns the position of the first block after the global palette of a GIF. */
const headerBytes = (gif: Buffer) => 13 + (gif.readUInt8(10) & 0x80 ? 3 << ((gif.readUInt8(10) & 7) + 1) : 0)

async function timesOf(file: Buffer) {
  const { pages, delay, loop } = await sharp(file, { pages: -1 }).metadata()
  return { pages, delay, loop }
}

describe('the derivative of an animation', () => {
  it.each(['gif', 'webp'] as const)(
    'the derivative of an animation preserves every pixel, frame and duration of a lossless %s',
    async format => {
      const source = await film(format, 60, 40, { lossless: true })
      const made = await deriveImage(await sourceOf(source), `image/${format}`)
      expect(made).toMatchObject({
        mime: `image/${format}`,
        width: 60,
        height: 40,
        animated: true,
        lossless: true,
      })
      expect(await timesOf(made.data)).toEqual({ pages: 5, delay, loop: 2 })
      expect((await framesOf(made.data)).equals(await framesOf(source))).toBe(true)
    },
  )

  it('the derivative of an animation is animated even if all frames together are very tall', async () => {
    const made = await deriveImage(await sourceOf(await film('webp', 30, 4000)), 'image/webp')
    expect(made).toMatchObject({ mime: 'image/webp', width: 30, height: 4000, animated: true })
    expect(await timesOf(made.data)).toEqual({ pages: 5, delay, loop: 2 })
  })

  it('the derivative of a GIF is an animated WebP if a GIF would be over 5 MiB', async () => {
    const strip = await noise(700, 800).raw().toBuffer()
    const source = await sharp(strip, { raw: { width: 700, height: 800, channels: 3, pageHeight: 400 } })
      .gif({ delay: [200, 300], loop: 2, effort: 1 })
      .toBuffer()
    const loop = source.indexOf('NETSCAPE2.0') + 16
    const long = Buffer.concat([
      source.subarray(0, loop),
      ...Array.from({ length: 12 }, () => source.subarray(loop, -1)),
      Buffer.from([0x3b]),
    ])
    expect(long.length).toBeGreaterThan(EMBED_BYTES)
    const made = await deriveImage(await sourceOf(long), 'image/gif')
    expect(made).toMatchObject({
      mime: 'image/webp',
      width: 700,
      height: 400,
      animated: true,
      lossless: false,
    })
    expect(made.data.length).toBeLessThanOrEqual(EMBED_BYTES)
    expect(await timesOf(made.data)).toEqual({
      pages: 24,
      delay: Array.from({ length: 12 }, () => [200, 300]).flat(),
      loop: 2,
    })
  })

  it('the derivative of a GIF has no comments or foreign blocks, and no bytes after its end', async () => {
    const source = await film('gif', 20, 10)
    const header = headerBytes(source)
    const secrets = Buffer.from('\x21\xFE\x07my home\0\x21\xFF\x0BXMP DataXMP\x04<xmp\0', 'latin1')
    const tagged = Buffer.concat([
      source.subarray(0, header),
      secrets,
      source.subarray(header),
      Buffer.from('<script>'),
    ])
    const made = await deriveImage(await sourceOf(tagged), 'image/gif')
    expect(made.data.includes('my home') || made.data.includes('XMP') || made.data.includes('<script>')).toBe(
      false,
    )
    expect(await timesOf(made.data)).toEqual({ pages: 5, delay, loop: 2 })
    expect((await framesOf(made.data)).equals(await framesOf(source))).toBe(true)
  })

  it.each([
    ['gif', 0.3],
    ['gif', 0.6],
    ['gif', 0.95],
    ['webp', 0.6],
    ['webp', 0.95],
  ] as const)(
    'a truncated %s animation is rejected, even if it is cut between two frames',
    async (format, share) => {
      const source = await film(format, 60, 40)
      expect(
        await failureOf(
          deriveImage(
            await sourceOf(source.subarray(0, Math.floor(source.length * share))),
            `image/${format}`,
          ),
        ),
      ).toMatchObject({ reason: 'undecodable' })
    },
  )

  it('an animation is rejected if all of its frames together have too many pixels', async () => {
    // The animation repeats two frames of 2,000 × 2,000 pixels thirty times.
    const source = await animation(2000, 2000, 2)
    const header = headerBytes(source)
    const many = Buffer.concat([
      source.subarray(0, header),
      ...Array.from({ length: 30 }, () => source.subarray(header, -1)),
      Buffer.from([0x3b]),
    ])
    const failure = await failureOf(deriveImage(await sourceOf(many), 'image/gif'))
    expect(failure).toMatchObject({ reason: 'too_many_pixels' })
    expect((failure as Error).message).toContain('2000 × 2000 pixels in 60 frames')
  })

  it('the thumbnail of an animation is its first frame', async () => {
    const { pages, width, height } = await sharp(
      await thumbnail(await sourceOf(await film('gif', 640, 400)), 'image/gif', 320),
      { pages: -1 },
    ).metadata()
    expect([pages ?? 1, width, height]).toEqual([1, 320, 200])
  })
})

describe('an animated PNG', () => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const numbers = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4)
    values.forEach((value, i) => bytes.writeUInt32BE(value, i * 4))
    return bytes
  }
  /** An animated PNG with a comment and two gray frames of 2 × 2 pixels, each with its own pixel data. */
  function animatedPng({
    second = deflateSync(Buffer.alloc(6, 1)),
    width = 2,
    frames = 2,
    more = [] as Buffer[],
  } = {}): Buffer {
    const control = (sequence: number, w: number) =>
      chunk('fcTL', Buffer.concat([numbers(sequence, w, 2, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]))
    return Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', Buffer.concat([numbers(2, 2), Buffer.from([8, 0, 0, 0, 0])])),
      chunk('acTL', numbers(frames, 0)),
      ...more,
      chunk('tEXt', Buffer.from('Comment\0secret')),
      control(0, 2),
      chunk('IDAT', deflateSync(Buffer.alloc(6))),
      control(1, width),
      chunk('fdAT', Buffer.concat([numbers(2), second])),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }

  it('the derivative of an animated PNG keeps the frames, and has no metadata', async () => {
    const source = await sourceOf(animatedPng())
    expect(await inspect(source)).toBe('image/png')
    const made = await deriveImage(source, 'image/png')
    expect(made).toMatchObject({ mime: 'image/png', width: 2, height: 2, animated: true, lossless: true })
    for (const type of ['acTL', 'fcTL', 'fdAT']) expect(made.data.includes(type)).toBe(true)
    expect(made.data.includes('secret')).toBe(false)
  })

  it('if an animated PNG repeats a chunk that may occur only once, the first one is kept', async () => {
    const gamma = (value: number) => chunk('gAMA', numbers(value))
    const more = Array.from({ length: 1000 }, (_, i) => [
      gamma(45_455 + i),
      chunk('tRNS', Buffer.from([0, i % 2])),
    ])
    const { data } = await deriveImage(await sourceOf(animatedPng({ more: more.flat() })), 'image/png')
    const [first] = more.flat()
    expect(first && data.includes(first)).toBe(true)
    for (const type of ['gAMA', 'tRNS']) expect(data.toString('latin1').split(type)).toHaveLength(2)
  })

  it.each([
    ['a palette that is too large', animatedPng({ more: [chunk('PLTE', Buffer.alloc(771))] })],
    ['a frame that does not decode', animatedPng({ second: Buffer.from('not deflated') })],
    ['a frame that is wider than the picture', animatedPng({ width: 3 })],
    ['fewer frames than it states', animatedPng({ frames: 3 })],
  ])('an animated PNG with %s is refused', async (_, png) => {
    expect(await failureOf(deriveImage(await sourceOf(png), 'image/png'))).toMatchObject({
      reason: 'undecodable',
    })
  })

  it('an animated PNG cannot be redacted, because only its first frame would remain', async () => {
    const area = { x: 0, y: 0, width: 0.5, height: 0.5 }
    expect(await failureOf(redactImage(await sourceOf(animatedPng()), 'image/png', [area]))).toMatchObject({
      message: 'An animated PNG cannot be painted over.',
    })
  })
})
