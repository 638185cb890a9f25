import { readFile, stat } from 'node:fs/promises'
import { FilePathSource, Input, MP4, WEBM } from 'mediabunny'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fileSource, type ByteSource } from '~~/server/bytes/byte-source'
import type { Mime } from '#shared/contract/media-types'
import { inspect } from '~~/server/media/inspect'
import { remuxVideo } from '~~/server/media/video/remux'
import { box, boxesIn, changingTrack, withEdits } from '../../support/media/mp4-boxes'
import { failureOf, sourceOf, newPath, remote, samplePath } from './sources'

const sampleSource = (name: string) => fileSource(samplePath(name))
const cut = (file: Buffer, share = 0.7) => sourceOf(file.subarray(0, Math.floor(file.length * share)))

function boxes(file: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; at + 8 <= file.length;) {
    names.push(file.toString('latin1', at + 4, at + 8))
    const size = file.readUInt32BE(at)
    at += size === 1 ? Number(file.readBigUInt64BE(at + 8)) : size
  }
  return names
}

async function packets(path: string) {
  using input = new Input({ source: new FilePathSource(path), formats: [MP4, WEBM] })
  const track = await input.getPrimaryVideoTrack()
  return {
    count: (await track?.computePacketStats())?.packetCount,
    first: await track?.getFirstTimestamp(),
    rotation: await track?.getRotation(),
    duration: await input.getDurationFromMetadata(),
    tags: await input.getMetadataTags(),
  }
}

/**
 * Returns `live.webm`, whose segment states no size, with a second list of tracks that contains an encrypted
 * track.
 */
function withEncryption(webm: Buffer): Buffer {
  const element = (id: string, data: Buffer) =>
    Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x80 | data.length]), data])
  const entry = ['5035', '6240', '6d80', 'ae', '1654ae6b'].reduce(
    (data, id) => element(id, data),
    Buffer.from('47e18105', 'hex'),
  )
  const at = webm.lastIndexOf(Buffer.from('1654ae6b', 'hex'))
  return Buffer.concat([webm.subarray(0, at), entry, webm.subarray(at)])
}

describe('the derivative of a recording', () => {
  it('the derivative of an MP4 contains its index at the front, all packets, and no tags', async () => {
    const out = newPath()
    expect(boxes(await readFile(samplePath('plain.mp4'))).indexOf('moov')).toBeGreaterThan(1)
    const facts = await remuxVideo(await sampleSource('plain.mp4'), 'video/mp4', out)
    expect(facts).toMatchObject({ width: 320, height: 200, bytes: (await stat(out)).size })
    expect(facts.durationMs).toBeGreaterThanOrEqual(2000)
    expect(facts.durationMs).toBeLessThan(2100)
    const made = await readFile(out)
    expect(boxes(made)).toEqual(['ftyp', 'moov', 'free', 'mdat'])
    for (const secret of ['Secret title', '+48.1', 'hello']) expect(made.includes(secret)).toBe(false)
    const [before, after] = [await packets(samplePath('plain.mp4')), await packets(out)]
    expect([after.count, after.first]).toEqual([before.count, before.first])
    expect(after.tags).not.toMatchObject({ title: expect.anything() })
  })

  it('the derivative of a recording keeps the rotation', async () => {
    const out = newPath()
    expect(await remuxVideo(await sampleSource('rotated.mp4'), 'video/mp4', out)).toMatchObject({
      width: 90,
      height: 160,
      durationMs: 1000,
    })
    expect((await packets(out)).rotation).toBe((await packets(samplePath('rotated.mp4'))).rotation)
    expect((await readFile(out)).includes('Secret title')).toBe(false)
  })

  it.each(['live.webm', 'browser.webm'])(
    'the derivative of %s contains the duration, and the cues for seeking',
    async name => {
      const out = newPath()
      const cues = Buffer.from('1c53bb6b', 'hex')
      expect((await packets(samplePath(name))).duration).toBeNull()
      const { durationMs } = await remuxVideo(await sampleSource(name), 'video/webm', out)
      expect(durationMs).toBeGreaterThan(1000)
      expect((await packets(out)).duration).toBeCloseTo(durationMs / 1000, 1)
      expect((await packets(out)).count).toBe((await packets(samplePath(name))).count)
      expect((await readFile(samplePath(name))).includes(cues)).toBe(false)
      expect((await readFile(out)).includes(cues)).toBe(true)
    },
  )

  it.each(['plain.mp4', 'fragments.mp4', 'front.mp4', 'h264.webm', 'live.webm'])(
    'the derivative of %s has the same bytes at any time',
    async name => {
      onTestFinished(() => void vi.useRealTimers())
      const derived: Buffer[] = []
      for (const now of ['2026-11-28', '2036-11-28']) {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
        const path = newPath()
        const mime = name.endsWith('.mp4') ? 'video/mp4' : 'video/webm'
        await remuxVideo(await sampleSource(name), mime, path)
        derived.push(await readFile(path))
      }
      expect(derived[0]?.equals(derived[1] ?? Buffer.alloc(0))).toBe(true)
    },
  )

  it('the derivative of a recording can be made from a source that is not a local file', async () => {
    await expect(
      remuxVideo(remote(await sampleSource('plain.mp4')), 'video/mp4', newPath()),
    ).resolves.toMatchObject({ width: 320 })
  })
})

describe('refused recordings', () => {
  it.each(['plain.mp4', 'front.mp4'])('a recording like %s is refused when it is truncated', async name => {
    const source = await cut(await readFile(samplePath(name)))
    expect(await failureOf(remuxVideo(source, 'video/mp4', newPath()))).toMatchObject({
      name: 'MediaError',
      reason: 'truncated',
    })
  })

  it('a truncated recording is refused, even if its last box extends to the file’s end', async () => {
    const file = await readFile(samplePath('front.mp4'))
    file.writeUInt32BE(0, file.indexOf('mdat') - 4)
    expect(await failureOf(remuxVideo(await cut(file), 'video/mp4', newPath()))).toMatchObject({
      reason: 'truncated',
    })
  })

  it('a WebM recording is refused when it is shorter than its segment states', async () => {
    const whole = newPath()
    await remuxVideo(await sampleSource('live.webm'), 'video/webm', whole)
    expect(
      await failureOf(remuxVideo(await cut(await readFile(whole)), 'video/webm', newPath())),
    ).toMatchObject({ reason: 'truncated' })
  })

  it('a recording is refused when it contains only its header', async () => {
    expect(
      await failureOf(
        remuxVideo(await cut(await readFile(samplePath('live.webm'))), 'video/webm', newPath()),
      ),
    ).toMatchObject({ reason: 'truncated' })
    const start = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1')
    expect(await failureOf(remuxVideo(await sourceOf(start), 'video/mp4', newPath()))).toMatchObject({
      reason: 'no_picture',
    })
  })

  it('a recording is refused when it contains only sound', async () => {
    expect(
      await failureOf(remuxVideo(await sampleSource('audio.mp4'), 'video/mp4', newPath())),
    ).toMatchObject({ reason: 'no_picture' })
  })

  it('a recording is refused when its pictures cannot be decoded', async () => {
    const file = await readFile(samplePath('front.mp4'))
    file.fill(0, file.indexOf('mdat') + 4)
    expect(await failureOf(remuxVideo(await sourceOf(file), 'video/mp4', newPath()))).toMatchObject({
      reason: 'undecodable',
    })
  })

  it('a recording is refused when its codec is unknown', async () => {
    const file = await readFile(samplePath('front.mp4'))
    file.write('xxxx', file.indexOf('avc1', file.indexOf('stsd')))
    expect(await failureOf(remuxVideo(await sourceOf(file), 'video/mp4', newPath()))).toMatchObject({
      reason: 'unknown_codec',
    })
  })

  it('a recording is refused when it is encrypted, and the error states this reason', async () => {
    const mp4 = await readFile(samplePath('front.mp4'))
    mp4.write('encv', mp4.indexOf('avc1', mp4.indexOf('stsd')))
    expect(await failureOf(remuxVideo(await sourceOf(mp4), 'video/mp4', newPath()))).toMatchObject({
      reason: 'encrypted',
      message: 'The video is encrypted.',
    })
    const webm = await readFile(samplePath('live.webm'))
    expect(
      await failureOf(remuxVideo(await sourceOf(withEncryption(webm)), 'video/webm', newPath())),
    ).toMatchObject({ reason: 'encrypted' })
  })

  it('a recording is accepted with zeros after its last box', async () => {
    const padded = await sourceOf(Buffer.concat([await readFile(samplePath('front.mp4')), Buffer.alloc(5)]))
    await expect(remuxVideo(padded, 'video/mp4', newPath())).resolves.toMatchObject({ width: 320 })
  })
})

/** Returns `edited.mp4` with an additional box at the end of its visual sample entry. */
async function describedWith(extra: Buffer): Promise<Buffer> {
  const boxes = (bytes: Buffer, path: string[], start = 8): Buffer => {
    const [type, ...inner] = path
    const head = bytes.subarray(0, start)
    const children = boxesIn(bytes.subarray(start)).map(child =>
      child.type === type ? boxes(child.bytes, inner, { stsd: 16, avc1: 86 }[type] ?? 8) : child.bytes,
    )
    const changed = Buffer.concat([head, ...children, ...(path.length === 0 ? [extra] : [])])
    if (start > 0) changed.writeUInt32BE(changed.length)
    return changed
  }
  const file = await readFile(samplePath('edited.mp4'))
  const whole = withEdits(file, [[3000, 1024]])
  return boxes(whole, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'avc1'], 0)
}

describe('recordings that players show', () => {
  const remux = async (file: Buffer, mime: Mime = 'video/mp4') =>
    remuxVideo(await sourceOf(file), mime, newPath())

  it.each([
    ['colors without their last byte', box('colr', Buffer.from('nclx\0\u0001\0\u0001\0\u0001', 'latin1'))],
    ['colors without numbers', box('colr', Buffer.from('nclx'))],
    ['an empty pixel aspect', box('pasp')],
    ['an empty bit rate', box('btrt')],
  ])('a recording is accepted with %s', async (_, extra) => {
    expect(await remux(await describedWith(extra))).toMatchObject({ width: 320, durationMs: 3000 })
  })

  it('a recording is accepted with an additional track that is empty', async () => {
    const file = changingTrack(await readFile(samplePath('plain.mp4')), 1, children =>
      children.map(({ bytes }) => emptied(bytes)),
    )
    const out = newPath()
    expect(await remuxVideo(await sourceOf(file), 'video/mp4', out)).toMatchObject({ durationMs: 2000 })
    expect((await packets(out)).count).toBe(50)
  })

  it('a recording is accepted even if its first picture is not a key frame', async () => {
    const file = await readFile(samplePath('front.mp4'))
    // The first sample contains the settings of the encoder and then the picture, each after its length.
    const first = file.indexOf('mdat') + 4
    const picture = first + 4 + file.readUInt32BE(first) + 4
    expect(file.readUInt8(picture) & 0x1f).toBe(5)
    file.writeUInt8((file.readUInt8(picture) & 0xe0) | 1, picture)
    expect(await remux(file)).toMatchObject({ durationMs: 2000 })
  })

  it('a recording is accepted without a table of key frames', async () => {
    const file = withEdits(await readFile(samplePath('edited.mp4')), [[3000, 1024]])
    file.write('free', file.indexOf('stss'), 'latin1')
    expect(await remux(file)).toMatchObject({ durationMs: 3000 })
  })

  it('a recording without fragments is accepted with bytes after its last box', async () => {
    const note = Buffer.from('uploaded by ci\n')
    expect(await remux(Buffer.concat([await readFile(samplePath('front.mp4')), note]))).toMatchObject({
      durationMs: 2000,
    })
    const fragments = await readFile(samplePath('fragments.mp4'))
    expect(await failureOf(remux(Buffer.concat([fragments, note])))).toMatchObject({ reason: 'truncated' })
  })

  it('H.264 in WebM, as Chromium records it, is accepted and becomes an MP4', async () => {
    const out = newPath()
    const file = await sampleSource('h264.webm')
    expect(await inspect(file)).toBe('video/webm')
    expect(await remuxVideo(file, 'video/webm', out)).toMatchObject({ mime: 'video/mp4', width: 320 })
    expect(boxes(await readFile(out))[0]).toBe('ftyp')
    expect((await packets(out)).count).toBe(5)
  })
})

/** Returns a box whose tables have no entries. */
function emptied(bytes: Buffer): Buffer {
  const type = bytes.toString('latin1', 4, 8)
  if (['mdia', 'minf', 'stbl'].includes(type))
    return box(type, ...boxesIn(bytes.subarray(8)).map(child => emptied(child.bytes)))
  if (type === 'stsz') return box(type, Buffer.alloc(12))
  return ['stts', 'stsc', 'stco'].includes(type) ? box(type, Buffer.alloc(8)) : bytes
}

describe('a disk that fails', () => {
  it('an error of the disk while reading is not reported as a fault of the recording', async () => {
    const whole = await sampleSource('plain.mp4')
    let reads = 0
    const failing: ByteSource = {
      ...remote(whole),
      read: async (start, end) => {
        if (++reads > 1) throw Object.assign(new Error('input/output error'), { code: 'EIO' })
        return whole.read(start, end)
      },
    }
    expect(await failureOf(remuxVideo(failing, 'video/mp4', newPath()))).toMatchObject({ code: 'EIO' })
  })

  it.runIf(process.platform === 'linux')(
    'an error of the disk while writing is not reported as a fault of the recording',
    async () => {
      expect(
        await failureOf(remuxVideo(await sampleSource('plain.mp4'), 'video/mp4', '/dev/full')),
      ).toMatchObject({ code: 'ENOSPC' })
    },
  )
})
