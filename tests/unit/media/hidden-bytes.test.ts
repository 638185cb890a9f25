import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { cleanGif } from '~~/server/media/gif/clean'
import { stripUserData } from '~~/server/media/video/strip-user-data'
import { remuxVideo } from '~~/server/media/video/remux'
import { fileSource } from '~~/server/bytes/byte-source'
import { noise, pixels } from '../../support/media/samples'
import { newPath, samplePath } from './sources'

const SECRET = 'bytes that are never shown'

const framesOf = (file: Buffer) => sharp(file, { pages: -1 }).ensureAlpha().raw().toBuffer()

async function gif(width: number, height: number, frames: number): Promise<Buffer> {
  const strip = Buffer.concat(
    Array.from({ length: frames }, (_, i) => pixels(width, height).map(value => value + i * 20)),
  )
  return sharp(strip, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ delay: Array.from({ length: frames }, (_, i) => 100 + i * 10), loop: 4 })
    .toBuffer()
}

/** Returns the start and the end of the data sub-blocks of the image at a position. */
function imageData(file: Buffer, at: number): { start: number; end: number } {
  const packed = file.readUInt8(at + 9)
  const start = at + 11 + (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0)
  let end = start
  while (file.readUInt8(end) !== 0) end += 1 + file.readUInt8(end)
  return { start, end }
}

const paletteEnd = (file: Buffer) =>
  13 + (file.readUInt8(10) & 0x80 ? 3 << ((file.readUInt8(10) & 7) + 1) : 0)
const subBlock = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])

describe('a GIF without invisible data', () => {
  it.each([
    [1, 1, 1],
    [3, 2, 2],
    [64, 64, 3],
    [200, 150, 4],
  ])(
    'a cleaned GIF of %i × %i pixels in %i frames keeps all pixels, times and the loop count',
    async (width, height, frames) => {
      const source = await gif(width, height, frames)
      const clean = cleanGif(source)
      if (!clean) throw new Error('the GIF was refused')
      expect((await framesOf(clean)).equals(await framesOf(source))).toBe(true)
      const { delay, loop, pages } = await sharp(source, { pages: -1 }).metadata()
      expect(await sharp(clean, { pages: -1 }).metadata()).toMatchObject({
        ...(delay && { delay }),
        ...(loop !== undefined && { loop }),
        ...(pages && { pages }),
      })
    },
  )

  it('a cleaned GIF of noise keeps every pixel, although its code dictionary fills repeatedly', async () => {
    const source = await (await noise(300, 200)).gif({ dither: 0 }).toBuffer()
    const clean = cleanGif(source)
    expect(clean && (await framesOf(clean)).equals(await framesOf(source))).toBe(true)
  })

  it('a cleaned GIF has no bytes after the end code of a frame', async () => {
    const source = await gif(40, 30, 2)
    const at = source.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]), paletteEnd(source))
    const { end } = imageData(source, at)
    const hiding = Buffer.concat([source.subarray(0, end), subBlock(SECRET), source.subarray(end)])
    expect((await framesOf(hiding)).equals(await framesOf(source))).toBe(true)
    const clean = cleanGif(hiding)
    expect(clean?.includes(SECRET)).toBe(false)
    expect(clean && (await framesOf(clean)).equals(await framesOf(source))).toBe(true)
  })

  it('the graphic control and loop blocks of a cleaned GIF contain no additional data', async () => {
    const source = await gif(20, 10, 3)
    const control = source.indexOf(Buffer.from([0x21, 0xf9, 4]))
    const loop = source.indexOf('NETSCAPE2.0') + 11
    const hiding = Buffer.concat([
      source.subarray(0, loop),
      source.subarray(loop, loop + 4),
      subBlock(SECRET),
      source.subarray(loop + 4, control),
      Buffer.from([0x21, 0xf9, 4 + SECRET.length]),
      source.subarray(control + 3, control + 7),
      Buffer.from(SECRET),
      source.subarray(control + 7),
    ])
    expect(loop).toBeLessThan(control)
    const clean = cleanGif(hiding)
    expect(clean?.includes(SECRET)).toBe(false)
    expect(clean && (await sharp(clean, { pages: -1 }).metadata())).toMatchObject({
      loop: 4,
      delay: [100, 110, 120],
    })
    expect(clean && (await framesOf(clean)).equals(await framesOf(source))).toBe(true)
  })

  it('a GIF with invalid codes is rejected', async () => {
    const source = await gif(40, 30, 1)
    const at = source.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]), paletteEnd(source))
    const { start, end } = imageData(source, at)
    source.fill(0xff, start + 3, Math.min(end, start + 40))
    expect(cleanGif(source)).toBeNull()
  })
})

/** Returns a NAL unit after its length. */
function nal(...bytes: number[]): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, Buffer.from(bytes)])
}

const avcConfig = {
  codec: 'avc1.42c00d',
  description: Buffer.from([1, 0x42, 0xc0, 0x0d, 0xff, 0xe1, 0, 2, 0x67, 1, 1, 0, 2, 0x68, 2]),
}
const picture = nal(0x65, 0x88, 0x84, 0x21)
const strip = (packet: Buffer) => Buffer.from(stripUserData('avc', avcConfig).strip(packet))

describe('an H.264 packet without user data', () => {
  it('a cleaned H.264 packet keeps pictures and other SEI messages unchanged', () => {
    const recovery = nal(6, 6, 1, 0xc4, 0x80)
    const packet = Buffer.concat([recovery, picture])
    expect(strip(packet).equals(packet)).toBe(true)
  })

  it.each([4, 5])('a cleaned H.264 packet has no SEI unit that contains only messages of type %i', type => {
    expect(strip(Buffer.concat([nal(6, type, 3, 1, 2, 3, 0x80), picture])).equals(picture)).toBe(true)
  })

  it('a cleaned H.264 SEI unit keeps its other messages, which are escaped again', () => {
    // Three SEI messages: timing (1), whose bytes need emulation prevention, user data (5) and recovery point
    // (6).
    const timing = [1, 4, 0, 0, 3, 1, 7]
    const mixed = nal(6, ...timing, 5, 2, 0xaa, 0xbb, 6, 1, 0xc4, 0x80)
    expect(
      strip(Buffer.concat([mixed, picture])).equals(
        Buffer.concat([nal(6, ...timing, 6, 1, 0xc4, 0x80), picture]),
      ),
    ).toBe(true)
  })

  it('a cleaned H.264 packet has no malformed SEI unit', () => {
    expect(strip(Buffer.concat([nal(6, 1, 200, 1, 2, 0x80), picture])).equals(picture)).toBe(true)
  })

  it('a cleaned H.264 packet that had no picture is empty', () => {
    expect(strip(nal(6, 5, 1, 9, 0x80))).toHaveLength(0)
  })

  it('a cleaned H.264 configuration ends with its parameter sets', () => {
    const longer = { ...avcConfig, description: Buffer.concat([avcConfig.description, Buffer.from(SECRET)]) }
    expect(
      Buffer.from(stripUserData('avc', longer).config.description as Buffer).equals(avcConfig.description),
    ).toBe(true)
  })
})

describe('an H.265 track without user data', () => {
  const head = Buffer.alloc(22, 1)
  head[21] = 0xff
  const array = (type: number, ...unit: number[]) => Buffer.from([type, 0, 1, 0, unit.length, ...unit])

  it('a cleaned H.265 track has no SEI array in its configuration, and no SEI user data', () => {
    const description = Buffer.concat([
      head,
      Buffer.from([3]),
      array(0x21, 0x42, 1),
      array(0x27, 0x4e, 1, 5, 1, 9, 0x80),
      array(0x22, 0x44, 1),
    ])
    const { config, strip } = stripUserData('hevc', { codec: 'hvc1.1', description })
    expect(
      Buffer.from(config.description as Buffer).equals(
        Buffer.concat([head, Buffer.from([2]), array(0x21, 0x42, 1), array(0x22, 0x44, 1)]),
      ),
    ).toBe(true)
    const slice = nal(0x26, 1, 7, 7)
    expect(
      Buffer.from(
        strip(Buffer.concat([nal(0x4e, 1, 5, 1, 9, 0x80), slice, nal(0x50, 1, 4, 1, 9, 0x80)])),
      ).equals(slice),
    ).toBe(true)
  })
})

describe('an AV1 temporal unit without user data', () => {
  const obu = (type: number, ...data: number[]) => Buffer.from([(type << 3) | 2, data.length, ...data])
  const { strip } = stripUserData('av1', { codec: 'av01.0.04M.08' })

  it('cleaning an AV1 temporal unit removes only T.35 metadata and padding', () => {
    const delimiter = obu(2)
    const light = obu(5, 1, 9, 9, 0x80)
    const frame = obu(6, 1, 2, 3)
    expect(
      Buffer.from(
        strip(Buffer.concat([delimiter, obu(5, 4, 0xb5, 1, 0x80), light, obu(15, 1, 1), frame])),
      ).equals(Buffer.concat([delimiter, light, frame])),
    ).toBe(true)
  })
})

describe('the derivative of a recording', () => {
  it('the derivative of a recording does not contain the settings of the encoder', async () => {
    const out = newPath()
    const source = await readFile(samplePath('plain.mp4'))
    expect(source.includes('x264 - core')).toBe(true)
    await remuxVideo(await fileSource(samplePath('plain.mp4')), 'video/mp4', out)
    expect((await readFile(out)).includes('x264')).toBe(false)
  })
})
