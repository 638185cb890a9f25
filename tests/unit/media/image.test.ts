import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { deriveImage, EMBED_BYTES, thumbnail } from '~~/server/media/image/derive'
import { derivePoster } from '~~/server/media/image/poster'
import { fileSource } from '~~/server/bytes/byte-source'
import { noise, picture, pixels, pngImage } from '../../support/media/samples'
import { failureOf, sourceOf, newPath, remote } from './sources'

/** Returns a PNG whose header states a size that differs from the size of its data. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const png = await pngImage(8, 8)
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

describe('the derivative of a picture', () => {
  it('the derivative of a PNG has exactly the same pixels', async () => {
    const made = await deriveImage(await sourceOf(await pngImage(123, 77)), 'image/png')
    expect(made).toMatchObject({ mime: 'image/png', width: 123, height: 77, lossless: true, animated: false })
    expect((await sharp(made.data).removeAlpha().raw().toBuffer()).equals(pixels(123, 77))).toBe(true)
  })

  it('the derivative of a picture preserves transparency and an indexed palette exactly', async () => {
    const alpha = await deriveImage(await sourceOf(await picture(31, 17, 4).png().toBuffer()), 'image/png')
    expect((await sharp(alpha.data).ensureAlpha().raw().toBuffer()).equals(pixels(31, 17, 4))).toBe(true)
    const indexed = await picture(64, 64).png({ palette: true, colors: 32 }).toBuffer()
    const made = await deriveImage(await sourceOf(indexed), 'image/png')
    expect((await sharp(made.data).raw().toBuffer()).equals(await sharp(indexed).raw().toBuffer())).toBe(true)
  })

  it('the derivative of a PNG with 16 bits per channel keeps all 16 bits', async () => {
    const deep = Uint16Array.from({ length: 40 * 30 * 3 }, (_, i) => (i * 17) % 65_536)
    const png = await sharp(deep, { raw: { width: 40, height: 30, channels: 3 } })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    const made = await deriveImage(await sourceOf(png), 'image/png')
    expect(made.lossless).toBe(true)
    const values = (file: Buffer) => sharp(file).toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer()
    expect((await sharp(made.data).metadata()).depth).toBe('ushort')
    expect((await values(made.data)).equals(await values(png))).toBe(true)
  })

  it('the derivative of a lossless WebP is lossless, and of a lossy WebP, lossy', async () => {
    const exact = await deriveImage(
      await sourceOf(await picture(99, 55).webp({ lossless: true }).toBuffer()),
      'image/webp',
    )
    expect((await sharp(exact.data).removeAlpha().raw().toBuffer()).equals(pixels(99, 55))).toBe(true)
    const lossy = await noise(400, 400).webp({ quality: 50 }).toBuffer()
    const made = await deriveImage(await sourceOf(lossy), 'image/webp')
    expect(made.lossless).toBe(false)
    expect(made.data.length).toBeLessThan(4 * lossy.length)
  })

  it('the derivative of a picture is upright and has no metadata', async () => {
    const tagged = await picture(60, 40)
      .withExif({ IFD0: { Artist: 'Photographer' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Photographer</x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(tagged).metadata()).exif).toBeDefined()
    const made = await deriveImage(await sourceOf(tagged), 'image/jpeg')
    expect([made.width, made.height]).toEqual([40, 60])
    const { exif, xmp, iptc, icc, orientation } = await sharp(made.data).metadata()
    expect([exif, xmp, iptc, icc, orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(made.data.includes('Photographer')).toBe(false)
  })

  it('the derivative of a PNG does not contain the text chunks of the PNG', async () => {
    const png = await pngImage(8, 8)
    const body = Buffer.from('tEXtComment\0my home', 'latin1')
    const chunk = Buffer.alloc(body.length + 8)
    chunk.writeUInt32BE(body.length - 4)
    body.copy(chunk, 4)
    chunk.writeUInt32BE(crc32(body), 4 + body.length)
    const made = await deriveImage(
      await sourceOf(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])),
      'image/png',
    )
    expect(made.data.includes('my home')).toBe(false)
  })

  it('the derivative of a picture with a wide color profile has the same colors in sRGB', async () => {
    const wide = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c86432' } })
      .withIccProfile('p3')
      .png()
      .toBuffer()
    const made = await deriveImage(await sourceOf(wide), 'image/png')
    expect((await sharp(made.data).metadata()).icc).toBeUndefined()
    const [red, green, blue] = await sharp(made.data).raw().toBuffer()
    for (const [is, was] of [
      [red, 0xc8],
      [green, 0x64],
      [blue, 0x32],
    ] as const)
      expect(Math.abs((is ?? 0) - was)).toBeLessThan(4)
  })

  it('a derivative over 5 MiB is compressed with loss before it is scaled down', async () => {
    const large = await noise(2600, 2000).png().toBuffer()
    expect(large.length).toBeGreaterThan(EMBED_BYTES)
    const made = await deriveImage(await sourceOf(large), 'image/png')
    expect(made.data.length).toBeLessThanOrEqual(EMBED_BYTES)
    expect(made).toMatchObject({ width: 2600, height: 2000, lossless: false })
  })

  it('the derivative of a picture is scaled down if it would otherwise exceed 5 MiB', async () => {
    const large = await noise(4800, 4000).jpeg({ quality: 95 }).toBuffer()
    const made = await deriveImage(await sourceOf(large), 'image/jpeg')
    expect(made.data.length).toBeLessThanOrEqual(EMBED_BYTES)
    expect(made.width).toBeLessThan(4800)
    expect(made.width / made.height).toBeCloseTo(1.2, 2)
  })

  it('the derivative of a picture may have 16,384 pixels per side, more than WebP allows', async () => {
    const tall = await deriveImage(await sourceOf(await pngImage(40, 16_384)), 'image/png')
    expect([tall.width, tall.height]).toEqual([40, 16_384])
    const taller = await deriveImage(await sourceOf(await pngImage(40, 20_000)), 'image/png')
    expect(taller).toMatchObject({ width: 33, height: 16_384, lossless: false })
    const loud = await deriveImage(await sourceOf(await noise(400, 16_384).png().toBuffer()), 'image/png')
    expect(loud).toMatchObject({ mime: 'image/jpeg', width: 400, height: 16_384 })
  })

  it.each([
    ['baseline', {}],
    ['progressive', { progressive: true }],
  ])('the first half of a %s JPEG is refused, even if an end marker follows', async (_, options) => {
    const whole = await noise(200, 200).jpeg(options).toBuffer()
    const half = Buffer.concat([whole.subarray(0, whole.length >> 1), whole.subarray(-2)])
    const source = await sourceOf(half)
    const failure = { name: 'MediaError', reason: 'undecodable' }
    expect(await failureOf(deriveImage(source, 'image/jpeg'))).toMatchObject(failure)
    expect(await failureOf(derivePoster(source, 'image/jpeg'))).toMatchObject(failure)
    // A stored picture that was accepted earlier can still be shown and redacted.
    expect((await thumbnail(source, 'image/jpeg', 320)).length).toBeGreaterThan(0)
  })

  it('a complete JPEG is accepted despite warnings about its header or unneeded bytes', async () => {
    const whole = await noise(200, 200).jpeg().toBuffer()
    const adobe = Buffer.from('ffee000e41646f62650064000000000009', 'hex').subarray(0, 16)
    const unusual = [
      Buffer.concat([whole.subarray(0, 2), adobe, whole.subarray(2)]),
      Buffer.concat([whole.subarray(0, -2), Buffer.alloc(9), whole.subarray(-2)]),
      Buffer.concat([whole, Buffer.from('more')]),
    ]
    for (const jpeg of unusual)
      expect(await deriveImage(await sourceOf(jpeg), 'image/jpeg')).toMatchObject({ width: 200, height: 200 })
  })

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'making the derivative of a truncated %s fails',
    async format => {
      const whole = await noise(200, 200).toFormat(format).toBuffer()
      const cut = await sourceOf(whole.subarray(0, Math.floor(whole.length * 0.6)))
      expect(await failureOf(deriveImage(cut, `image/${format}`))).toMatchObject({
        name: 'MediaError',
        reason: 'undecodable',
      })
      expect(await failureOf(deriveImage(remote(cut), `image/${format}`))).toMatchObject({
        name: 'MediaError',
        reason: 'undecodable',
      })
    },
  )

  it('a picture whose header states 50,000 × 50,000 pixels is rejected without decoding', async () => {
    const failure = await failureOf(deriveImage(await sourceOf(await claiming(50_000, 50_000)), 'image/png'))
    expect(failure).toMatchObject({ reason: 'too_many_pixels' })
    expect((failure as Error).message).toContain('50000 × 50000')
  })

  it('making a derivative never decodes SVG, even if the file is declared as PNG', async () => {
    const svg = await sourceOf(
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>',
    )
    expect(await failureOf(deriveImage(svg, 'image/png'))).toMatchObject({ reason: 'undecodable' })
    expect(await failureOf(deriveImage(remote(svg), 'image/png'))).toMatchObject({ reason: 'undecodable' })
  })

  it('a file that cannot be read is not reported as a fault of the picture', async () => {
    const lost = {
      ...(await sourceOf(await pngImage(8, 8))),
      ...(await fileSource(import.meta.filename)),
    }
    const path = newPath()
    const missing = {
      ...lost,
      path,
      read: async () => {
        throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
      },
    }
    expect(await failureOf(deriveImage(missing, 'image/png'))).toMatchObject({ code: 'ENOENT' })
  })
})

it('a JPEG of 12 bits per channel is refused, and the error states the reason', async () => {
  const jpeg = await picture(16, 16).jpeg().toBuffer()
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  jpeg.writeUInt8(0xc1, frame + 1)
  jpeg.writeUInt8(12, frame + 4)
  expect(await failureOf(deriveImage(await sourceOf(jpeg), 'image/jpeg'))).toMatchObject({
    reason: 'too_deep',
    message: expect.stringContaining('12 bits per channel'),
    hint: 'Save it with 8 bits per channel.',
  })
})
