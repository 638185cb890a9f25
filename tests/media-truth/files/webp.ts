import sharp from 'sharp'
import { cells, HEIGHT, WIDTH, withoutAlpha, type TruthFile } from './file'
import { orientation, resolution } from './exif'
import { profile } from './icc'

interface RiffChunk {
  type: string
  data: Buffer
}
const chunk = (type: string, data: Buffer): RiffChunk => ({ type, data })

/** Returns the chunks of a WebP (RFC 9649, 2.3). */
function chunksIn(webp: Buffer): RiffChunk[] {
  const found: RiffChunk[] = []
  for (let at = 12; at + 8 <= webp.length;) {
    const length = webp.readUInt32LE(at + 4)
    found.push(chunk(webp.toString('latin1', at, at + 4), webp.subarray(at + 8, at + 8 + length)))
    at += 8 + length + (length % 2)
  }
  return found
}

const riff = (chunks: RiffChunk[]): Buffer => {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks.map(written)])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

function written({ type, data }: RiffChunk): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

const u24 = (...values: number[]) =>
  Buffer.from(values.flatMap(value => [value & 255, (value >> 8) & 255, value >> 16]))

/** The flags of a VP8X chunk (RFC 9649, 2.7). */
const ICC = 0x20
const ALPHA = 0x10
const EXIF = 0x08
const XMP = 0x04
const ANIMATION = 0x02

const vp8x = (flags: number, width = WIDTH, height = HEIGHT) =>
  chunk('VP8X', Buffer.concat([Buffer.from([flags, 0, 0, 0]), u24(width - 1, height - 1)]))

interface FrameOptions {
  x?: number
  y?: number
  ms?: number
  /** Whether the frame replaces the pixels below it, and whether it is removed after its time. */
  isReplacing?: boolean
  isRemoved?: boolean
}
interface Part {
  width: number
  height: number
  chunks: RiffChunk[]
}

const frame = ({ width, height, chunks }: Part, options: FrameOptions = {}) =>
  chunk(
    'ANMF',
    Buffer.concat([
      u24((options.x ?? 0) / 2, (options.y ?? 0) / 2, width - 1, height - 1, options.ms ?? 100),
      Buffer.from([(options.isReplacing ? 2 : 0) | (options.isRemoved ? 1 : 0)]),
      ...chunks.map(written),
    ]),
  )

const anim = (loops: number, background = [0, 0, 0, 0]) =>
  chunk('ANIM', Buffer.from([...background, loops & 255, loops >> 8]))

/** Returns WebP files. */
export async function webpFiles(): Promise<TruthFile[]> {
  const file = (name: string, data: Buffer, more: Partial<TruthFile> = {}): TruthFile => ({
    name,
    mime: 'image/webp',
    data,
    ...more,
  })
  async function encoded(
    options: object,
    { alpha = false as boolean | 'hard', step = 0, width = WIDTH, height = HEIGHT } = {},
  ): Promise<Part> {
    const rgba = cells({ alpha, step, width, height })
    const channels = alpha ? 4 : 3
    const webp = await sharp(alpha ? rgba : withoutAlpha(rgba), { raw: { width, height, channels } })
      .webp(options)
      .toBuffer()
    return { width, height, chunks: chunksIn(webp).filter(({ type }) => /^(?:VP8[ L]|ALPH)$/.test(type)) }
  }
  const lossy = await encoded({ quality: 95 })
  const exact = await encoded({ lossless: true })
  const lossyAlpha = await encoded({ quality: 95 }, { alpha: true })
  const exactAlpha = await encoded({ lossless: true }, { alpha: true })
  // A picture without half-transparent pixels, because Chromium draws such pixels too bright in a file
  // without the alpha flag.
  const hard = await encoded({ lossless: true }, { alpha: 'hard' })
  const turned = chunk('ICCP', profile({ primaries: 'turned' }))
  const exif = (data: Buffer) => chunk('EXIF', data)
  const six = exif(orientation(6))
  const steps = await Promise.all([0, 1, 2].map(step => encoded({ lossless: true }, { step, alpha: true })))
  const small = await Promise.all(
    [1, 2].map(step => encoded({ lossless: true }, { step, alpha: true, width: 48, height: 32 })),
  )
  const lossySteps = await Promise.all([0, 1].map(step => encoded({ quality: 95 }, { step })))
  const [a, b, c] = steps as [Part, Part, Part]
  const [s, t] = small as [Part, Part]
  const [l, m] = lossySteps as [Part, Part]
  const movie = (
    name: string,
    frames: RiffChunk[],
    {
      loops = 0,
      flags = 0,
      before = [] as RiffChunk[],
      after = [] as RiffChunk[],
      background = [0, 0, 0, 0],
      sample = false,
    } = {},
  ) =>
    file(
      `animation, ${name}`,
      riff([vp8x(ANIMATION | ALPHA | flags), ...before, anim(loops, background), ...frames, ...after]),
      { sample },
    )
  return [
    file('lossy', riff(lossy.chunks)),
    file('lossless', riff(exact.chunks)),
    file('lossless with alpha', riff(exactAlpha.chunks)),
    file('lossy, extended', riff([vp8x(0), ...lossy.chunks])),
    file('lossy with alpha', riff([vp8x(ALPHA), ...lossyAlpha.chunks])),
    file('lossy with alpha and no flag', riff([vp8x(0), ...lossyAlpha.chunks])),
    file('lossless with alpha, extended', riff([vp8x(ALPHA), ...exactAlpha.chunks])),
    file('lossless with alpha and no flag', riff([vp8x(0), ...hard.chunks])),
    file('lossy with a flag of alpha only', riff([vp8x(ALPHA), ...lossy.chunks])),
    file('canvas larger than the picture', riff([vp8x(0, WIDTH + 32, HEIGHT), ...exact.chunks])),
    file('ICC turned', riff([vp8x(ICC), turned, ...exact.chunks]), { sample: true }),
    file('ICC turned, lossy', riff([vp8x(ICC), turned, ...lossy.chunks])),
    file('ICC turned with alpha', riff([vp8x(ICC | ALPHA), turned, ...exactAlpha.chunks])),
    file('ICC P3', riff([vp8x(ICC), chunk('ICCP', profile({ primaries: 'p3' })), ...exact.chunks])),
    file(
      'ICC gray',
      riff([vp8x(ICC), chunk('ICCP', profile({ primaries: 'gray', gamma: 1 })), ...exact.chunks]),
    ),
    file('ICC turned without its flag', riff([vp8x(0), turned, ...exact.chunks])),
    file('ICC turned behind the picture', riff([vp8x(ICC), ...exact.chunks, turned])),
    file(
      'ICC that is not a profile',
      riff([vp8x(ICC), chunk('ICCP', Buffer.from('nothing')), ...exact.chunks]),
    ),
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(value =>
      file(`orientation ${value}`, riff([vp8x(EXIF), ...exact.chunks, exif(orientation(value))]), {
        sample: value === 6,
      }),
    ),
    file('orientation 6 before the picture', riff([vp8x(EXIF), six, ...exact.chunks])),
    file('orientation 6 without its flag', riff([vp8x(0), ...exact.chunks, six])),
    file(
      'orientation 6 with prefix',
      riff([
        vp8x(EXIF),
        ...exact.chunks,
        exif(Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), orientation(6)])),
      ]),
    ),
    file('orientation 6 as LONG', riff([vp8x(EXIF), ...exact.chunks, exif(orientation(6, { type: 4 }))])),
    file(
      'orientation 6, big-endian',
      riff([vp8x(EXIF), ...exact.chunks, exif(orientation(6, { big: true }))]),
    ),
    file('orientation 6, then 3', riff([vp8x(EXIF), ...exact.chunks, six, exif(orientation(3))])),
    file('orientation 6, lossy', riff([vp8x(EXIF), ...lossy.chunks, six])),
    file(
      'orientation 6 with alpha and ICC turned',
      riff([vp8x(EXIF | ICC | ALPHA), turned, ...exactAlpha.chunks, six]),
    ),
    file(
      'EXIF 144 pixels an inch',
      riff([vp8x(EXIF), ...exact.chunks, exif(resolution(144, WIDTH / 2, HEIGHT / 2))]),
    ),
    file('XMP before the picture', riff([vp8x(XMP), chunk('XMP ', Buffer.from('<x/>')), ...exact.chunks])),
    file('unknown chunk', riff([vp8x(0), chunk('abcd', Buffer.from('more')), ...exact.chunks])),
    file('bytes behind the end', Buffer.concat([riff(exact.chunks), Buffer.from('more')])),
    movie('whole frames', [frame(a), frame(b), frame(c)], { sample: true }),
    movie('frames that replace', [
      frame(a),
      frame(b, { isReplacing: true }),
      frame(c, { isReplacing: true }),
    ]),
    movie('frames that are removed', [
      frame(a, { isRemoved: true }),
      frame(b, { isRemoved: true }),
      frame(c),
    ]),
    movie('parts', [frame(a), frame(s, { x: 16, y: 16 }), frame(t, { x: 48, y: 32 })], { sample: true }),
    movie('parts that replace', [
      frame(a),
      frame(s, { x: 16, y: 16, isReplacing: true }),
      frame(t, { x: 48, y: 32 }),
    ]),
    movie('parts that are removed', [
      frame(a),
      frame(s, { x: 16, y: 16, isRemoved: true }),
      frame(t, { x: 48, y: 32 }),
    ]),
    movie('first frame smaller', [frame(s, { x: 16, y: 16 }), frame(b)]),
    movie('one frame', [frame(a)]),
    movie('one frame that is smaller', [frame(s, { x: 16, y: 16 })]),
    movie('background red', [frame(s, { x: 16, y: 16, isRemoved: true }), frame(t)], {
      background: [0, 0, 255, 255],
    }),
    movie('equal frames', [frame(a), frame(a), frame(b), frame(b)]),
    movie('one loop', [frame(a), frame(b)], { loops: 1 }),
    movie('five loops', [frame(a), frame(b)], { loops: 5 }),
    movie('65535 loops', [frame(a), frame(b)], { loops: 65_535 }),
    movie('times of 0, 5 and 11', [frame(a, { ms: 0 }), frame(b, { ms: 5 }), frame(c, { ms: 11 })]),
    movie('long times', [frame(a, { ms: 70_000 }), frame(b, { ms: 1 })]),
    movie('lossy', [frame(l), frame(m)]),
    movie('lossy, then lossless', [frame(l), frame(b)]),
    movie('lossless, then lossy', [frame(a), frame(m)]),
    movie('ICC turned', [frame(a), frame(b)], { flags: ICC, before: [turned] }),
    movie('ICC turned, one frame', [frame(a)], { flags: ICC, before: [turned] }),
    movie('orientation 6', [frame(a), frame(b)], { flags: EXIF, after: [six], sample: true }),
    movie('orientation 6 in front', [frame(a), frame(b)], { flags: EXIF, before: [six] }),
    file('animation without its flag', riff([vp8x(ALPHA), anim(0), frame(a), frame(b)])),
    file('animation without a loop count', riff([vp8x(ALPHA | ANIMATION), frame(a), frame(b)])),
    file(
      'animation and a still picture',
      riff([vp8x(ALPHA | ANIMATION), anim(0), frame(a), frame(b), ...exact.chunks]),
    ),
    file('animation without alpha flag', riff([vp8x(ANIMATION), anim(0), frame(hard), frame(hard)])),
  ]
}
