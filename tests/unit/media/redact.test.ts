import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { redactImage } from '~~/server/media/image/redact'
import { animation, picture, pixels, pngImage } from '../../support/media/samples'
import { failureOf, sourceOf } from './sources'

const area = { x: 0.25, y: 0.5, width: 0.25, height: 0.25 }
const redact = async (data: Buffer, mime: Parameters<typeof redactImage>[1], areas = [area]) =>
  redactImage(await sourceOf(data), mime, areas)

/** Decodes a picture. Returns a function that reads one pixel, and all bytes of the picture. */
async function pixelsOf(data: Buffer) {
  const { data: bytes, info } = await sharp(data, { pages: -1 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [
    ...bytes.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
  ]
  return { at, bytes, info }
}

describe('a redacted picture', () => {
  it('a redacted picture is black inside the area, and unchanged outside of the area', async () => {
    const { at, info } = await pixelsOf(await redact(await pngImage(80, 40), 'image/png'))
    expect([info.width, info.height]).toEqual([80, 40])
    const before = pixels(80, 40, 4)
    for (let y = 0; y < 40; y++)
      for (let x = 0; x < 80; x++) {
        const isInside = x >= 20 && x < 40 && y >= 20 && y < 30
        const start = (y * 80 + x) * 4
        expect([x, y, at(x, y)]).toEqual([
          x,
          y,
          isInside ? [0, 0, 0, 255] : [...before.subarray(start, start + 4)],
        ])
      }
  })

  it('redacting covers every pixel that an area touches, even at the edges of the picture', async () => {
    const white = await sharp({ create: { width: 10, height: 10, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const { at } = await pixelsOf(
      await redact(white, 'image/png', [
        { x: 0.11, y: 0.11, width: 0.1, height: 0.1 },
        { x: 0.9, y: 0, width: 0.1, height: 1 },
      ]),
    )
    expect([at(1, 1)[0], at(2, 2)[0], at(0, 1)[0], at(3, 2)[0]]).toEqual([0, 0, 255, 255])
    expect([at(9, 0)[0], at(9, 9)[0], at(8, 5)[0]]).toEqual([0, 0, 255])
  })

  it('redacted areas are opaque, even in transparent, gray and 16-bit pictures', async () => {
    const clear = sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } },
    })
    const gray = picture(8, 8).toColourspace('b-w')
    const deep = picture(8, 8).toColourspace('rgb16')
    for (const source of [clear, gray, deep]) {
      const { at } = await pixelsOf(await redact(await source.png().toBuffer(), 'image/png'))
      expect(at(2, 4)).toEqual([0, 0, 0, 255])
    }
  })

  it.each([
    ['image/jpeg', 'jpeg'],
    ['image/webp', 'webp'],
    ['image/gif', 'gif'],
    ['image/avif', 'heif'],
  ] as const)('redaction keeps the type %s', async (mime, format) => {
    const source = await picture(64, 64)
      .toFormat(format === 'heif' ? 'avif' : format)
      .toBuffer()
    const redacted = await redact(source, mime)
    expect((await sharp(redacted).metadata()).format).toBe(format)
    const { at } = await pixelsOf(redacted)
    expect(Math.max(...at(24, 40).slice(0, 3))).toBeLessThan(8)
  })

  it('a redacted picture is upright, and has no metadata', async () => {
    const thumbnail = (await picture(16, 16).jpeg().toBuffer()).toString('latin1')
    const turned = await picture(80, 40)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { ImageDescription: 'a secret', Copyright: thumbnail } })
      .jpeg()
      .toBuffer()
    expect(turned.includes('a secret')).toBe(true)
    const redacted = await redact(turned, 'image/jpeg')
    const { exif, icc, xmp, orientation, width, height } = await sharp(redacted).metadata()
    expect([exif, icc, xmp, orientation, width, height]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      40,
      80,
    ])
    expect(redacted.includes('a secret')).toBe(false)
    const { at } = await pixelsOf(redacted)
    expect(Math.max(...at(15, 50).slice(0, 3))).toBeLessThan(8)
  })

  it('a redacted animation is redacted on every frame, and keeps its frames and times', async () => {
    const frames = await animation(40, 20, 3)
    const redacted = await redact(frames, 'image/gif')
    const before = await sharp(frames, { pages: -1 }).metadata()
    expect(await sharp(redacted, { pages: -1 }).metadata()).toMatchObject({
      pages: 3,
      pageHeight: 20,
      delay: before.delay,
      loop: before.loop,
    })
    const { at } = await pixelsOf(redacted)
    for (const frame of [0, 1, 2]) {
      expect(at(12, frame * 20 + 12).slice(0, 3)).toEqual([0, 0, 0])
      expect(at(2, frame * 20 + 2)[0]).toBe(frame * 40)
    }
  })

  it('a picture that cannot be decoded cannot be redacted', async () => {
    const whole = await pngImage(64, 64)
    const half = redact(whole.subarray(0, whole.length / 2), 'image/png')
    expect(await failureOf(half)).toMatchObject({ reason: 'undecodable' })
  })
})
