import { cells, HEIGHT, WIDTH, type TruthFile } from './file'
import { orientation } from './exif'
import { profile } from './icc'
import { exif, gama, iccp, RGB } from './png'
import { chunk, compressed, header, paletteOf, pngOf, u16, u32, type Chunk, type Layout } from './png-writer'

interface Frame {
  x?: number
  y?: number
  width?: number
  height?: number
  step?: number
  /** The duration of the frame in seconds, as a numerator and a denominator. */
  delay?: [number, number]
  dispose?: 0 | 1 | 2
  blend?: 0 | 1
}

interface Movie {
  layout?: Layout
  /**
   * Whether the first frame is also the default picture, which readers without support for animation show.
   */
  hasDefault?: boolean
  plays?: number
  /** The number of frames that the file states. */
  stated?: number
  before?: Chunk[]
  after?: Chunk[]
  /** Whether the chunk with the number of frames comes after the frames. */
  controlLast?: boolean
  /**
   * The number that is added to all sequence numbers except the first one, so that the sequence has a gap.
   */
  skipped?: number
  split?: boolean
}

const RGBA: Layout = { colorType: 6, bits: 8 }

function apng(frames: Frame[], options: Movie = {}): Buffer {
  const { layout = RGBA, plays = 0, stated = frames.length, before = [], after = [] } = options
  const alpha = layout.colorType > 3
  const pixels = (step: number, width = WIDTH, height = HEIGHT) => ({
    width,
    height,
    rgba: cells({ alpha, step, width, height }),
  })
  const control = chunk('acTL', u32(stated, plays))
  const palette = layout.colorType === 3 ? paletteOf(pixels(0), layout.bits) : []
  let sequence = 0
  const next = () => u32(sequence === 0 ? sequence++ : sequence++ + (options.skipped ?? 0))
  const chunks = [
    header(WIDTH, HEIGHT, layout),
    ...(options.controlLast ? [] : [control]),
    ...(palette.length > 0
      ? [
          chunk(
            'PLTE',
            palette.flatMap(color => color.slice(0, 3)),
          ),
        ]
      : []),
    ...before,
  ]
  if (!options.hasDefault) chunks.push(chunk('IDAT', compressed(pixels(4), layout)))
  for (const [i, frame] of frames.entries()) {
    const {
      x = 0,
      y = 0,
      width = WIDTH,
      height = HEIGHT,
      step = i,
      delay = [1, 10],
      dispose = 0,
      blend = 0,
    } = frame
    chunks.push(chunk('fcTL', next(), u32(width, height, x, y), u16(...delay), [dispose, blend]))
    const data = compressed(pixels(step, width, height), layout)
    const parts = options.split ? [data.subarray(0, 50), data.subarray(50)] : [data]
    for (const part of parts)
      chunks.push(i === 0 && options.hasDefault ? chunk('IDAT', part) : chunk('fdAT', next(), part))
  }
  return pngOf([...chunks, ...(options.controlLast ? [control] : []), ...after, chunk('IEND')])
}

/** Returns animated PNG files. */
export function apngFiles(): TruthFile[] {
  const file = (name: string, frames: Frame[], options: Movie = {}, sample = false): TruthFile => ({
    name,
    mime: 'image/png',
    data: apng(frames, { hasDefault: true, ...options }),
    sample,
  })
  const two: Frame[] = [{}, {}]
  const part = { x: 16, y: 16, width: 48, height: 32, step: 2 }
  const turned = [iccp(profile({ primaries: 'turned' }))]
  return [
    file('two frames', two, {}, true),
    file('two frames and another default picture', two, { hasDefault: false }, true),
    file('one frame', [{}]),
    file('one frame and another default picture', [{}], { hasDefault: false }),
    {
      ...file('one frame that is a part, and another default picture', [part], { hasDefault: false }),
      refused: 'smaller',
    },
    ...([0, 1, 2] as const).flatMap(dispose =>
      ([0, 1] as const).map(blend =>
        file(`dispose ${dispose}, blend ${blend}`, [
          { dispose, blend },
          { ...part, dispose, blend },
          { x: 48, y: 32, width: 32, height: 32, step: 3, dispose, blend },
        ]),
      ),
    ),
    ...[1, 2, 1000].map(plays => file(`${plays} plays`, two, { plays })),
    file('times of 0, 1/100 and without denominator', [
      { delay: [0, 10] },
      { delay: [1, 100] },
      { delay: [5, 0] },
    ]),
    file('times of 1/3 and 65535', [{ delay: [1, 3] }, { delay: [65_535, 1] }]),
    ...(
      [
        ['rgb', RGB],
        ['palette', { colorType: 3, bits: 8 }],
        ['gray', { colorType: 0, bits: 8 }],
        ['gray with alpha', { colorType: 4, bits: 8 }],
        ['16 bits', { colorType: 6, bits: 16 }],
        ['interlaced', { ...RGBA, interlaced: true }],
        ['palette of 4 bits', { colorType: 3, bits: 4 }],
      ] as [string, Layout][]
    ).map(([name, layout]) => file(name, two, { layout })),
    file('palette with tRNS', two, { layout: { colorType: 3, bits: 8 }, before: [chunk('tRNS', [0, 128])] }),
    file('data in two chunks', two, { split: true }),
    file('gAMA 100000', two, { before: [gama(100_000)] }),
    file('gAMA 100000, another default picture', two, { hasDefault: false, before: [gama(100_000)] }),
    file('iCCP turned', two, { before: turned }),
    file('cICP P3', two, { before: [chunk('cICP', [12, 13, 0, 1])] }),
    file('eXIf orientation 6', two, { before: [exif(orientation(6))] }, true),
    file('eXIf orientation 3', two, { before: [exif(orientation(3))] }),
    file('eXIf orientation 6 behind', two, { after: [exif(orientation(6))] }),
    file('eXIf orientation 6, one frame', [{}], { before: [exif(orientation(6))] }),
    file('bKGD', two, { before: [chunk('bKGD', u16(255, 0, 0))] }),
    file('control last', two, { controlLast: true }),
    { ...file('stated one more', two, { stated: 3 }), refused: 'does not decode' },
    { ...file('stated one less', [{}, {}, {}], { stated: 2 }), refused: 'does not decode' },
    file('sequence with a gap', two, { skipped: 1 }),
    { ...file('frames of which the first is a part', [part, {}], { hasDefault: false }), refused: 'smaller' },
  ]
}
