import { cellColor, CELL, HEIGHT, WIDTH, type TruthFile } from './file'

/** The number of colors in a palette. */
const COLORS = 32
const palette = (turn = 0): Buffer =>
  Buffer.concat(
    Array.from({ length: COLORS }, (_, i) => {
      const [r, g, b] = cellColor(i % 6, Math.floor(i / 6), turn)
      return Buffer.from([r, g, b])
    }),
  )
const u16 = (...values: number[]) => Buffer.from(values.flatMap(value => [value & 255, value >> 8]))

/**
 * Returns pixel indices as LZW data without compression. Frequent clear codes keep the length of each code at
 * `depth` + 1 bits.
 */
function lzw(indices: number[], depth = 5): Buffer {
  const bits = depth + 1
  const clear = 1 << depth
  const bytes: number[] = []
  let [held, count] = [0, 0]
  const put = (code: number) => {
    held |= code << count
    count += bits
    for (; count >= 8; count -= 8, held >>= 8) bytes.push(held & 255)
  }
  put(clear)
  for (const [i, index] of indices.entries()) {
    if (i > 0 && i % 20 === 0) put(clear)
    put(index)
  }
  put(clear + 1)
  if (count > 0) bytes.push(held & 255)
  const blocks: number[] = [depth]
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255)
    blocks.push(block.length, ...block)
  }
  return Buffer.from([...blocks, 0])
}

interface Frame {
  x?: number
  y?: number
  width?: number
  height?: number
  step?: number
  /** The duration in hundredths of a second. */
  delay?: number
  disposal?: number
  transparent?: number
  interlaced?: boolean
  own?: boolean
  /** Whether the frame has no graphic control extension. */
  bare?: boolean
}

function frame(options: Frame = {}): Buffer {
  const {
    x = 0,
    y = 0,
    width = WIDTH,
    height = HEIGHT,
    step = 0,
    delay = 10,
    disposal = 0,
    transparent,
  } = options
  const rows = Array.from({ length: height }, (_, row) =>
    Array.from(
      { length: width },
      (_, column) => (Math.floor(row / CELL) * 6 + Math.floor(column / CELL) + step * 5) % 24,
    ),
  )
  const passes = [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ] as const
  const order = options.interlaced
    ? passes.flatMap(([start, step]) => rows.filter((_, row) => row % step === start))
    : rows
  const control = Buffer.concat([
    Buffer.from([0x21, 0xf9, 4, (disposal << 2) | (transparent === undefined ? 0 : 1)]),
    u16(delay),
    Buffer.from([transparent ?? 0, 0]),
  ])
  return Buffer.concat([
    ...(options.bare ? [] : [control]),
    Buffer.from([0x2c]),
    u16(x, y, width, height),
    Buffer.from([(options.own ? 0x84 : 0) | (options.interlaced ? 0x40 : 0)]),
    ...(options.own ? [palette(3)] : []),
    lzw(order.flat()),
  ])
}

/** Returns a frame of 16 × 16 pixels that uses all 256 colors of its own palette. */
function deep(): Buffer {
  const grays = Buffer.from(Array.from({ length: 768 }, (_, i) => Math.floor(i / 3)))
  const codes = Array.from({ length: 256 }, (_, i) => i)
  return Buffer.concat([Buffer.from([0x2c]), u16(16, 16, 16, 16), Buffer.from([0x87]), grays, lzw(codes, 8)])
}

const loops = (count: number, name = 'NETSCAPE2.0') =>
  Buffer.concat([
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from(name, 'latin1'),
    Buffer.from([3, 1]),
    u16(count),
    Buffer.from([0]),
  ])
const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 4]), Buffer.from('more'), Buffer.from([0])])
const text = Buffer.concat([
  Buffer.from([0x21, 0x01, 12]),
  u16(0, 0, 16, 16),
  Buffer.from([8, 8, 1, 2, 2]),
  Buffer.from('hi'),
  Buffer.from([0]),
])

interface Screen {
  width?: number
  height?: number
  background?: number
  aspect?: number
  version?: string
  bare?: boolean
  end?: Buffer
}

const gif = (parts: Buffer[], screen: Screen = {}): Buffer =>
  Buffer.concat([
    Buffer.from(screen.version ?? 'GIF89a', 'latin1'),
    u16(screen.width ?? WIDTH, screen.height ?? HEIGHT),
    Buffer.from([screen.bare ? 0x40 : 0xc4, screen.background ?? 0, screen.aspect ?? 0]),
    ...(screen.bare ? [] : [palette()]),
    ...parts,
    screen.end ?? Buffer.from([0x3b]),
  ])

/** Returns GIF files. */
export function gifFiles(): TruthFile[] {
  const file = (name: string, data: Buffer, more: Partial<TruthFile> = {}): TruthFile => ({
    name,
    mime: 'image/gif',
    data,
    ...more,
  })
  const part = { x: 16, y: 16, width: 48, height: 32, step: 2 }
  const [first, second, third] = [frame(), frame({ step: 1 }), frame({ step: 2 })]
  // The thumbnail and the crop of a large picture are reduced, and differ at the edges of cells.
  const large = (name: string, frames: Buffer[], width: number, height: number, sample = false) =>
    file(name, gif(frames, { width, height }), { sample, tolerance: 30 })
  const movie = (name: string, frames: Buffer[], screen: Screen = {}, sample = false) =>
    file(`animation, ${name}`, gif([loops(0), ...frames], screen), { sample })
  return [
    file('plain', gif([first])),
    file('without control', gif([frame({ bare: true })])),
    file('GIF87a', gif([frame({ bare: true })], { version: 'GIF87a' })),
    file('interlaced', gif([frame({ interlaced: true })])),
    file('own palette', gif([frame({ own: true })])),
    file('own palette alone', gif([frame({ own: true })], { bare: true })),
    file('no palette', gif([first], { bare: true })),
    file('transparent', gif([frame({ transparent: 2 })]), { sample: true }),
    file('transparent background color', gif([frame({ transparent: 2 })], { background: 2 })),
    file('transparent index past the palette', gif([frame({ transparent: 200 })])),
    file('smaller than the screen', gif([frame(part)]), { sample: true }),
    file('smaller than the screen, background 5', gif([frame(part)], { background: 5 })),
    file(
      'smaller than the screen, transparent',
      gif([frame({ ...part, transparent: 12 })], { background: 5 }),
    ),
    file('larger than the screen', gif([first], { width: 48, height: 32 })),
    file('past the screen', gif([frame({ ...part, x: 64, y: 48 })])),
    file('screen without size', gif([first], { width: 0, height: 0 })),
    file('screen without width', gif([frame(part)], { width: 0 })),
    large('screen with the size of a display', [frame(part)], 640, 480, true),
    large('screen with the size of a display, 256 colors', [deep()], 640, 480),
    large('screen of 800 × 600', [frame(part)], 800, 600),
    large('screen of 2048 × 500', [frame(part)], 2048, 500),
    large('screen of 2049 × 500', [frame(part)], 2049, 500),
    large('screen of 1000 × 2049', [frame(part)], 1000, 2049),
    large('screen above 2048, transparent', [frame({ ...part, transparent: 12 })], 2100, 500),
    large('covers a screen above 2048', [frame({ width: 2100, height: 500 })], 2100, 500),
    large('past a screen above 2048', [frame({ ...part, x: 2080 })], 2100, 500),
    large(
      'animation, screen with the size of a display',
      [loops(0), frame(part), frame({ ...part, x: 560, y: 400, step: 3 })],
      640,
      480,
    ),
    large(
      'animation, screen above 2048',
      [loops(0), frame({ ...part, delay: 5, disposal: 2 }), frame({ ...part, x: 2000, delay: 7 }), third],
      2112,
      500,
    ),
    file('aspect of 2', gif([first], { aspect: 113 })),
    file('comment and text', gif([comment, first, text])),
    file('text before the picture', gif([text, first])),
    file('loop count of a still picture', gif([loops(3), first])),
    file('without the end', gif([first], { end: Buffer.alloc(0) })),
    file('bytes behind the end', gif([first], { end: Buffer.from([0x3b, 1, 2, 3]) })),
    ...[0, 1, 2, 3, 4, 7].flatMap(disposal => [
      movie(
        `disposal ${disposal}`,
        [
          frame({ disposal }),
          frame({ ...part, disposal }),
          frame({ x: 48, y: 32, width: 32, height: 32, step: 3, disposal }),
        ],
        {},
        disposal === 2,
      ),
      movie(
        `disposal ${disposal}, transparent`,
        [
          frame({ disposal, transparent: 1 }),
          frame({ ...part, disposal, transparent: 12 }),
          frame({ x: 48, y: 32, width: 32, height: 32, step: 3, disposal, transparent: 15 }),
        ],
        { background: 4 },
      ),
    ]),
    movie('first frame smaller', [frame(part), second], { background: 3 }),
    movie('first frame larger than the screen', [first, second], { width: 48, height: 32 }),
    movie('first frame smaller, disposal 2', [
      frame({ ...part, disposal: 2 }),
      frame({ ...part, x: 0 }),
      third,
    ]),
    movie('second frame past the screen', [frame({ width: 48, height: 32 }), second], {
      width: 48,
      height: 32,
    }),
    movie('times of 0, 1 and 2', [
      frame({ delay: 0 }),
      frame({ step: 1, delay: 1 }),
      frame({ step: 2, delay: 2 }),
    ]),
    movie('equal frames', [first, first, second, second]),
    movie('long time', [frame({ delay: 65_535 }), second]),
    movie('without control', [frame({ bare: true }), frame({ step: 1, bare: true })]),
    movie('own palettes', [frame({ own: true }), frame({ own: true, step: 1 })]),
    movie('interlaced', [frame({ interlaced: true }), frame({ interlaced: true, step: 1 })]),
    movie('comment between', [first, comment, second, text, third]),
    movie('without the end', [first, second], { end: Buffer.alloc(0) }),
    movie('bytes behind the end', [first, second], { end: Buffer.from([0x3b, 1, 2, 3]) }),
    file('animation without loop count', gif([first, second])),
    ...[1, 2, 65_535].map(count => file(`animation of ${count} loops`, gif([loops(count), first, second]))),
    file('animation of ANIMEXTS1.0', gif([loops(4, 'ANIMEXTS1.0'), first, second])),
    file('animation of an unknown extension', gif([loops(4, 'SOMETHING.0'), first, second])),
    file('animation with loop count behind', gif([first, second, loops(4)])),
    file('animation with loop count between', gif([first, loops(4), second])),
    file('animation with two loop counts', gif([loops(2), loops(4), first, second])),
  ]
}
