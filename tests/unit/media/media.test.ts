import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FilePathSource, Input, MP4, WEBM } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MediaError } from '~~/server/media/error'
import { deriveImage, EMBED_BYTES, thumbnail } from '~~/server/media/image'
import { assertMatches, inspect } from '~~/server/media/inspect'
import { derivePoster } from '~~/server/media/poster'
import { fileSource } from '~~/server/media/source'
import { remuxVideo } from '~~/server/media/video'
import { animation, noise, picture, pixels, sample } from '../../support/samples'

let folder: string
let count = 0

beforeAll(async () => { folder = await mkdtemp(join(tmpdir(), 'exhibit-media-')) })
afterAll(() => rm(folder, { recursive: true, force: true }))

const newPath = () => join(folder, String(count++))

async function given(data: Buffer | string) {
  const path = newPath()
  await writeFile(path, data)
  return fileSource(path)
}

/** A PNG whose header claims a size that its data does not have. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const png = await picture(8, 8).png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  const { crc32 } = await import('node:zlib')
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

describe('inspect', () => {
  it('knows the six accepted types by their bytes', async () => {
    expect(await inspect(await given(await picture(4, 4).png().toBuffer()))).toBe('image/png')
    expect(await inspect(await given(await picture(4, 4).jpeg().toBuffer()))).toBe('image/jpeg')
    expect(await inspect(await given(await picture(4, 4).webp().toBuffer()))).toBe('image/webp')
    expect(await inspect(await given(await animation(4, 4, 2)))).toBe('image/gif')
    expect(await inspect(await fileSource(sample('plain.mp4')))).toBe('video/mp4')
    expect(await inspect(await fileSource(sample('live.webm')))).toBe('video/webm')
  })

  it.each([
    ['an HTML document', '<!DOCTYPE html><script>alert(1)</script>'],
    ['an SVG document', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ['an SVG document', '\uFEFF<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ['an executable script', '#!/bin/sh\nrm -rf /\n'],
    ['a Windows executable', 'MZ\u0090\u0000\u0003'],
    ['an ELF executable', '\u007FELF\u0002\u0001\u0001'],
    ['empty', '    '],
    ['application/pdf', '%PDF-1.7\n'],
  ])('refuses %s and says so', async (name, bytes) => {
    const failure = await inspect(await given(bytes)).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(MediaError)
    expect((failure as MediaError).message).toContain(name)
  })

  it('refuses AVIF, HEIC and QuickTime, which share the signature of mp4', async () => {
    for (const brand of ['avif', 'heic', 'qt  ']) {
      const bytes = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0${brand}mp42`, 'latin1'), Buffer.alloc(64)])
      await expect(inspect(await given(bytes))).rejects.toThrow(MediaError)
    }
  })

  it('refuses Matroska, which shares the signature of webm', async () => {
    await expect(inspect(await fileSource(sample('matroska.mkv')))).rejects.toThrow(/Matroska/)
  })

  it('holds bytes to the declared type and names both', async () => {
    await expect(assertMatches(await given(await picture(4, 4).jpeg().toBuffer()), 'image/png')).rejects.toThrow('image/jpeg, not image/png')
  })
})

describe('the derivative of a picture', () => {
  it('has every pixel of a PNG', async () => {
    const made = await deriveImage(await given(await picture(123, 77).png().toBuffer()), 'image/png')
    expect([made.mime, made.width, made.height]).toEqual(['image/png', 123, 77])
    expect((await sharp(made.data).removeAlpha().raw().toBuffer()).equals(pixels(123, 77))).toBe(true)
  })

  it('keeps transparency and an indexed palette exact', async () => {
    const alpha = await deriveImage(await given(await picture(31, 17, 4).png().toBuffer()), 'image/png')
    expect((await sharp(alpha.data).ensureAlpha().raw().toBuffer()).equals(pixels(31, 17, 4))).toBe(true)
    const indexed = await picture(64, 64).png({ palette: true, colours: 32 }).toBuffer()
    const made = await deriveImage(await given(indexed), 'image/png')
    expect((await sharp(made.data).raw().toBuffer()).equals(await sharp(indexed).raw().toBuffer())).toBe(true)
  })

  it('has every pixel of a lossless WebP, and stays small for a lossy one', async () => {
    const exact = await deriveImage(await given(await picture(99, 55).webp({ lossless: true }).toBuffer()), 'image/webp')
    expect((await sharp(exact.data).removeAlpha().raw().toBuffer()).equals(pixels(99, 55))).toBe(true)
    const lossy = await noise(400, 400).webp({ quality: 50 }).toBuffer()
    const made = await deriveImage(await given(lossy), 'image/webp')
    expect(made.data.length).toBeLessThan(4 * lossy.length)
  })

  it('stands upright and carries no metadata', async () => {
    const tagged = await picture(60, 40).withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N' } }).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect((await sharp(tagged).metadata()).exif).toBeDefined()
    const made = await deriveImage(await given(tagged), 'image/jpeg')
    expect([made.width, made.height]).toEqual([40, 60])
    const { exif, xmp, iptc, icc, orientation } = await sharp(made.data).metadata()
    expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
  })

  it('keeps every frame of an animation with its times', async () => {
    const made = await deriveImage(await given(await animation(20, 10, 4)), 'image/gif')
    expect([made.mime, made.width, made.height]).toEqual(['image/gif', 20, 10])
    const { pages, delay, loop } = await sharp(made.data, { animated: true }).metadata()
    expect({ pages, delay, loop }).toEqual({ pages: 4, delay: [120, 120, 120, 120], loop: 3 })
  })

  it('gives up losslessness before size, under 5 MiB', async () => {
    const large = await noise(2600, 2000).png().toBuffer()
    expect(large.length).toBeGreaterThan(EMBED_BYTES)
    const made = await deriveImage(await given(large), 'image/png')
    expect(made.data.length).toBeLessThanOrEqual(EMBED_BYTES)
    expect([made.width, made.height]).toEqual([2600, 2000])
  })

  it('keeps the size of a picture that WebP cannot hold, up to 16,384 a side', async () => {
    const tall = await deriveImage(await given(await picture(40, 16_384).png().toBuffer()), 'image/png')
    expect([tall.width, tall.height]).toEqual([40, 16_384])
    const taller = await deriveImage(await given(await picture(40, 20_000).png().toBuffer()), 'image/png')
    expect(taller.height).toBe(16_384)
  })

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('finds a truncated %s', async (format) => {
    const whole = await noise(200, 200).toFormat(format).toBuffer()
    const cut = await given(whole.subarray(0, Math.floor(whole.length * 0.6)))
    const failure = await deriveImage(cut, `image/${format}`).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(MediaError)
    expect((failure as MediaError).fault).toBe('undecodable')
  })

  it('refuses a claim of 50,000 × 50,000 from the header alone', async () => {
    const failure = await deriveImage(await given(await claiming(50_000, 50_000)), 'image/png').catch((error: unknown) => error)
    expect((failure as MediaError).fault).toBe('too_many_pixels')
    expect((failure as MediaError).message).toContain('50000 × 50000')
  })

  it('never decodes SVG, whatever it is called', async () => {
    const svg = await given('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>')
    await expect(deriveImage(svg, 'image/png')).rejects.toThrow(MediaError)
  })
})

describe('thumbnails and posters', () => {
  it('makes a thumbnail of the asked width, never larger than the picture', async () => {
    const wide = await sharp(await thumbnail(await given(await picture(1000, 500).png().toBuffer()), 320)).metadata()
    expect([wide.format, wide.width, wide.height]).toEqual(['webp', 320, 160])
    const small = await sharp(await thumbnail(await given(await picture(100, 50).png().toBuffer()), 320)).metadata()
    expect(small.width).toBe(100)
  })

  it('shows the top of a very tall picture', async () => {
    const { width, height } = await sharp(await thumbnail(await given(await picture(640, 9000).png().toBuffer()), 320)).metadata()
    expect([width, height]).toEqual([320, 512])
  })

  it('draws a play mark into a poster', async () => {
    const blue = await given(await sharp({ create: { width: 1920, height: 1080, channels: 3, background: '#0000ff' } }).png().toBuffer())
    const poster = await derivePoster(blue, 'image/png')
    expect([poster.width, poster.height]).toEqual([1280, 720])
    const { data, info } = await sharp(poster.data).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
    expect(Math.min(...at(640, 360))).toBeGreaterThan(240)
    expect(at(10, 10)[2]).toBeGreaterThan(240)
    expect(Math.max(...at(640, 300))).toBeLessThan(140)
  })
})

describe('the derivative of a recording', () => {
  const boxes = (file: Buffer) => {
    const names: string[] = []
    for (let at = 0; at + 8 <= file.length;) {
      names.push(file.toString('latin1', at + 4, at + 8))
      const size = file.readUInt32BE(at)
      at += size === 1 ? Number(file.readBigUInt64BE(at + 8)) : size
    }
    return names
  }
  const packets = async (path: string) => {
    using input = new Input({ source: new FilePathSource(path), formats: [MP4, WEBM] })
    const track = await input.getPrimaryVideoTrack()
    return { count: (await track?.computePacketStats())?.packetCount, duration: await input.getDurationFromMetadata(), tags: await input.getMetadataTags() }
  }

  it('has the index of an mp4 in front, all packets, and no tags', async () => {
    const out = newPath()
    expect(boxes(await readFile(sample('plain.mp4'))).indexOf('moov')).toBeGreaterThan(1)
    const facts = await remuxVideo(await fileSource(sample('plain.mp4')), 'video/mp4', out)
    expect(facts).toMatchObject({ width: 320, height: 200 })
    expect(facts.durationMs).toBeGreaterThanOrEqual(2000)
    expect(facts.durationMs).toBeLessThan(2100)
    const made = await readFile(out)
    expect(boxes(made).indexOf('moov')).toBeLessThan(boxes(made).indexOf('mdat'))
    expect(made.includes('Secret title')).toBe(false)
    expect(made.includes('+48.1')).toBe(false)
    expect((await packets(out)).count).toBe((await packets(sample('plain.mp4'))).count)
  })

  it('gives a browser recording its duration', async () => {
    const out = newPath()
    expect((await packets(sample('live.webm'))).duration).toBeNull()
    const facts = await remuxVideo(await fileSource(sample('live.webm')), 'video/webm', out)
    expect(facts.durationMs).toBeGreaterThan(1900)
    expect((await packets(out)).duration).toBeCloseTo(2, 0)
  })

  it('works on a source that is no local file', async () => {
    const { path: _, ...remote } = await fileSource(sample('plain.mp4'))
    await expect(remuxVideo(remote, 'video/mp4', newPath())).resolves.toMatchObject({ width: 320 })
  })

  it.each([
    ['index at the end', 'plain.mp4', 'video/mp4'],
    ['index in front', 'front.mp4', 'video/mp4'],
  ] as const)('finds a truncated mp4 with its %s', async (_, name, mime) => {
    const whole = await readFile(sample(name))
    await expect(remuxVideo(await given(whole.subarray(0, Math.floor(whole.length * 0.7))), mime, newPath())).rejects.toThrow(MediaError)
  })

  it('finds a truncated webm that states its size', async () => {
    const whole = newPath()
    await remuxVideo(await fileSource(sample('live.webm')), 'video/webm', whole)
    const bytes = await readFile(whole)
    await expect(remuxVideo(await given(bytes.subarray(0, Math.floor(bytes.length * 0.7))), 'video/webm', newPath())).rejects.toThrow(/truncated/)
  })

  it('refuses a file without a picture track', async () => {
    await expect(remuxVideo(await fileSource(sample('audio.mp4')), 'video/mp4', newPath())).rejects.toThrow(/no picture track/)
  })
})
