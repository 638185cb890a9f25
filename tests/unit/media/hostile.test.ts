import { readFile } from 'node:fs/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { countFrames } from '~~/server/media/image/count-frames'
import { deriveImage } from '~~/server/media/image/derive'
import { inspect } from '~~/server/media/inspect'
import { decoding, MAX_FRAMES, upright } from '~~/server/media/image/decode'
import { segmentsOf } from '~~/server/media/image/source/jpeg'
import { remuxVideo } from '~~/server/media/video/remux'
import { pngImage } from '../../support/media/samples'
import { failureOf, sourceOf, newPath, samplePath } from './sources'

const sampleBytes = (name: string) => readFile(samplePath(name))
const remux = async (file: Buffer, mime: 'video/mp4' | 'video/webm') =>
  remuxVideo(await sourceOf(file), mime, newPath())

/** Returns a recording in which a number of a table is replaced, such as the number of its entries. */
async function promising(type: string, offset: number, value: number): Promise<Buffer> {
  const file = await sampleBytes('plain.mp4')
  file.writeUInt32BE(value, file.indexOf(type) + 4 + offset)
  return file
}

describe('a browser recording', () => {
  it.each([1, 8, 64, 5000])('a browser recording with %i zero bytes appended is refused', async zeros => {
    const file = Buffer.concat([await sampleBytes('browser.webm'), Buffer.alloc(zeros)])
    expect(await failureOf(remux(file, 'video/webm'))).toMatchObject({
      reason: 'undecodable',
      message: expect.stringContaining('not part of a WebM'),
    })
  })

  it('a browser recording with text appended is refused, and the error names the position', async () => {
    const recording = await sampleBytes('browser.webm')
    const failure = await failureOf(
      remux(Buffer.concat([recording, Buffer.from('uploaded by ci\n')]), 'video/webm'),
    )
    expect((failure as Error).message).toContain(`At byte ${recording.length}`)
  })

  it.each(['browser.webm', 'live.webm'])(
    'a recording like %s that is cut off is refused, unless the cut is between two blocks',
    async name => {
      const recording = await sampleBytes(name)
      for (let length = 64; length < recording.length; length += 97) {
        const outcome = await remux(recording.subarray(0, length), 'video/webm').catch(
          (error: unknown) => error,
        )
        // A cut between two blocks leaves a shorter but complete recording, which is accepted.
        if (outcome instanceof Error) expect(outcome).toMatchObject({ name: 'MediaError' })
      }
      expect(await failureOf(remux(recording.subarray(0, -5), 'video/webm'))).toMatchObject({
        reason: 'truncated',
      })
    },
  )

  it('a browser recording in which zeros overwrite the header of a block is refused', async () => {
    const file = await sampleBytes('live.webm')
    file.fill(0, 14_830, 14_979)
    expect(await failureOf(remux(file, 'video/webm'))).toMatchObject({ reason: 'undecodable' })
  })

  it('a browser recording that ends with zeros inside a stated segment is refused', async () => {
    const out = newPath()
    await remuxVideo(await sourceOf(await sampleBytes('live.webm')), 'video/webm', out)
    const file = await readFile(out)
    file.fill(0, file.length - 64)
    expect(await failureOf(remux(file, 'video/webm'))).toMatchObject({ name: 'MediaError' })
  })
})

describe('the tables of an MP4', () => {
  it.each([
    ['stts', 8, 0x7fffffff],
    ['stts', 8, 10_000_000],
    ['stts', 4, 0x7fffffff],
    ['stsc', 4, 0x0fffffff],
    ['stsc', 8, 0],
    ['stsc', 12, 0],
    ['stsc', 12, 0x7fffffff],
    ['stco', 4, 0x0fffffff],
    ['stsz', 8, 0x7fffffff],
  ])('an MP4 whose table %s has at offset %i the number %i is refused', async (type, offset, value) => {
    expect(await failureOf(remux(await promising(type, offset, value), 'video/mp4'))).toMatchObject({
      reason: 'undecodable',
      message: expect.stringContaining('state more'),
    })
  })

  it('the MP4 table stts may state at most as many samples as the file has', async () => {
    const file = await sampleBytes('plain.mp4')
    const count = file.readUInt32BE(file.indexOf('stts') + 12)
    await expect(remux(await promising('stts', 8, count), 'video/mp4')).resolves.toMatchObject({ width: 320 })
    expect(await failureOf(remux(await promising('stts', 8, count + 1), 'video/mp4'))).toMatchObject({
      message: expect.stringContaining('state more'),
    })
  })

  it('a fragment of an MP4 may not state more samples than the file has bytes', async () => {
    const moof = box('moof', box('traf', box('trun', Buffer.from([0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff]))))
    expect(
      await failureOf(remux(Buffer.concat([await sampleBytes('plain.mp4'), moof]), 'video/mp4')),
    ).toMatchObject({ reason: 'undecodable' })
  })

  it('an MP4 with 2,000 nested boxes is refused', async () => {
    let nested = box('moov', Buffer.alloc(0))
    for (let depth = 0; depth < 2000; depth++) nested = box('moov', nested)
    expect(
      await failureOf(
        remux(Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0isommp42')), nested]), 'video/mp4'),
      ),
    ).toMatchObject({ reason: 'undecodable' })
  })
})

function box(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + data.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data])
}

/**
 * Returns a PNG whose header states this size, bit depth and interlacing. It does not contain that many
 * pixels.
 */
async function claiming(side: number, { deep = false, interlaced = false } = {}): Promise<Buffer> {
  const png = await pngImage(8, 8)
  png.writeUInt32BE(side, 16)
  png.writeUInt32BE(side, 20)
  png.writeUInt8(deep ? 16 : 8, 24)
  png.writeUInt8(interlaced ? 1 : 0, 28)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

describe('a picture', () => {
  it.each([
    // Each picture has three channels. 16 bits double the bytes, and interlacing doubles the memory.
    [8164, { deep: true }, true],
    [8166, { deep: true }, false],
    [8164, { interlaced: true }, true],
    [8166, { interlaced: true }, false],
    [5773, { deep: true, interlaced: true }, true],
    [5774, { deep: true, interlaced: true }, false],
  ])('a picture of %i pixels a side, %o, is decoded: %s', async (side, how, decodes) => {
    const failure = await failureOf(deriveImage(await sourceOf(await claiming(side, how)), 'image/png'))
    // The file contains only a header. If the picture is not refused for its size, its decoding fails,
    // because the data is missing.
    expect(failure).toMatchObject({ reason: decodes ? 'undecodable' : 'too_many_pixels' })
  })

  it('a transparent WebP is decoded up to 50 million pixels, and rejected above that size', async () => {
    const flat = (width: number) =>
      sharp({ create: { width, height: 10_000, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } })
        .webp({ lossless: true, effort: 0 })
        .toBuffer()
    expect(await failureOf(deriveImage(await sourceOf(await flat(5001)), 'image/webp'))).toMatchObject({
      reason: 'too_many_pixels',
    })
    await expect(deriveImage(await sourceOf(await flat(5000)), 'image/webp')).resolves.toMatchObject({
      width: 5000,
      height: 10_000,
    })
  })

  it('a GIF of three million frames is refused without decoding', async () => {
    const header = Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1')
    const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 1, 0])
    const source = await sourceOf(
      Buffer.concat([header, ...Array.from({ length: 3_000_000 }, () => frame), Buffer.from([0x3b])]),
    )
    expect(await failureOf(deriveImage(source, 'image/gif'))).toMatchObject({
      reason: 'too_many_pixels',
      message: expect.stringContaining(`${MAX_FRAMES} frames`),
    })
  })

  /** Returns a GIF with a screen of this size and with frames of one pixel. */
  const screen = (width: number, height: number, frames: number) => {
    const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
    head.writeUInt16LE(width, 6)
    head.writeUInt16LE(height, 8)
    const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
    return sourceOf(
      Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]),
    )
  }

  it.each([
    [2500, 2000, 20],
    [640, 480, 325],
    [10_000, 10_000, 1],
  ])('a GIF with a screen of %i × %i pixels may have %i frames', async (width, height, frames) => {
    const size = await decoding(await screen(width, height, frames), 'image/gif', (_, metadata) =>
      Promise.resolve({ ...upright(metadata), frames: metadata.pages }),
    )
    expect(size).toEqual({ width, height, frames })
  })

  it.each([
    [2500, 2000, 21],
    [640, 480, 326],
    [10_001, 10_000, 1],
    [65_535, 65_535, 2],
    [5000, 5000, 5000],
    [65_535, 65_535, MAX_FRAMES],
  ])(
    'a GIF with a screen of %i × %i pixels and %i frames of one pixel is refused',
    async (width, height, frames) => {
      const source = await screen(width, height, frames)
      expect(await failureOf(deriveImage(source, 'image/gif'))).toMatchObject({
        reason: 'too_many_pixels',
        message: expect.stringContaining(`${width} × ${height} pixels`),
      })
    },
  )

  it('the frames of a picture are counted only up to the limit', async () => {
    const header = Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1')
    const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 1, 0])
    const frames = async (count: number) =>
      countFrames(
        await sourceOf(Buffer.concat([header, ...Array.from({ length: count }, () => frame)])),
        'image/gif',
        10,
      )
    expect([await frames(9), await frames(10), await frames(11), await frames(50)]).toEqual([9, 10, 11, 11])
    const webp = await sharp(Buffer.alloc(12 * 3, 7), {
      raw: { width: 2, height: 6, channels: 3, pageHeight: 2 },
    })
      .webp({ loop: 0 })
      .toBuffer()
    expect(await countFrames(await sourceOf(webp), 'image/webp', 10)).toBeLessThanOrEqual(3)
  })
})

describe('the type detector', () => {
  it('no media type is detected for a ZIP archive with bytes after the data of its first entry', async () => {
    const data = Buffer.concat([deflateRawSync('application/epub+zip'), Buffer.alloc(20)])
    const head = Buffer.alloc(30)
    head.write('PK\x03\x04', 0, 'latin1')
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(data.length, 18)
    head.writeUInt16LE('mimetype'.length, 26)
    const archive = Buffer.concat([head, Buffer.from('mimetype'), data, Buffer.alloc(50)])
    expect(await failureOf(inspect(await sourceOf(archive)))).toMatchObject({ reason: 'wrong_type' })
  })
})

describe('a JPEG', () => {
  it.each([
    ['fill bytes', Buffer.alloc(1_000_000, 0xff)],
    ['tiny segments', Buffer.from('fffe0002'.repeat(250_000), 'hex')],
  ])('a JPEG that contains only %s is not read to its end', async (_, data) => {
    const source = await sourceOf(Buffer.concat([Buffer.from('ffd8', 'hex'), data]))
    let read = 0
    const counting = {
      ...source,
      read: (start: number, end: number) => {
        read = Math.max(read, end)
        return source.read(start, end)
      },
    }
    let count = 0
    for await (const _segment of segmentsOf(counting)) count += 1
    expect(count).toBeLessThanOrEqual(20_000)
    expect(read).toBeLessThan(source.size / 2)
  })
})
