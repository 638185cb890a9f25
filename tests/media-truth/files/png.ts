import { deflateSync } from 'node:zlib'
import { cells, HEIGHT, WIDTH, type TruthFile } from './file'
import { orientation, resolution } from './exif'
import { profile } from './icc'
import { chunk, paletteOf, png, u16, u32, type Chunk, type Layout } from './png-writer'

const layouts: [string, Layout][] = (
  [
    ['gray', 0, [1, 2, 4, 8, 16]],
    ['rgb', 2, [8, 16]],
    ['palette', 3, [1, 2, 4, 8]],
    ['gray with alpha', 4, [8, 16]],
    ['rgb with alpha', 6, [8, 16]],
  ] as const
).flatMap(([name, colorType, depths]) =>
  depths.flatMap(bits =>
    [false, true].map((interlaced): [string, Layout] => [
      `${name} of ${bits} bits${interlaced ? ', interlaced' : ''}`,
      { colorType, bits, interlaced },
    ]),
  ),
)

export const RGB: Layout = { colorType: 2, bits: 8 }
const GRAY: Layout = { colorType: 0, bits: 8 }
const GRAY_ALPHA: Layout = { colorType: 4, bits: 8 }
const RGBA: Layout = { colorType: 6, bits: 8 }
const PALETTE: Layout = { colorType: 3, bits: 8 }

export const iccp = (data: Buffer): Chunk => chunk('iCCP', Buffer.from('x\0\0', 'latin1'), deflateSync(data))
export const gama = (value: number): Chunk => chunk('gAMA', u32(value))
const chrm = (...values: number[]): Chunk => chunk('cHRM', u32(...values))
const P3_CHRM = chrm(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000)
const SRGB_CHRM = chrm(31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000)
const TURNED_CHRM = chrm(31_270, 32_900, 30_000, 60_000, 15_000, 6000, 64_000, 33_000)
const cicp = (...values: number[]): Chunk => chunk('cICP', values)
const srgb = (intent: number): Chunk => chunk('sRGB', [intent])
export const exif = (data: Buffer): Chunk => chunk('eXIf', data)

/** The chunks with which a file states its color space, by the name of the file. */
const colors: [string, Chunk[]][] = [
  ...[45_455, 100_000, 55_556, 22_727, 30_000, 45_000, 0, 1].map((value): [string, Chunk[]] => [
    `gAMA ${value}`,
    [gama(value)],
  ]),
  ['cHRM P3', [P3_CHRM]],
  ['cHRM turned', [TURNED_CHRM]],
  ['gAMA 45455, cHRM sRGB', [gama(45_455), SRGB_CHRM]],
  ['gAMA 45455, cHRM P3', [gama(45_455), P3_CHRM]],
  ['gAMA 100000, cHRM P3', [gama(100_000), P3_CHRM]],
  ['gAMA 45455, cHRM turned', [gama(45_455), TURNED_CHRM]],
  ...[0, 1, 2, 3, 9].map((intent): [string, Chunk[]] => [`sRGB ${intent}`, [srgb(intent)]]),
  ['sRGB with gAMA 100000', [srgb(0), gama(100_000)]],
  ['gAMA 100000 with sRGB', [gama(100_000), srgb(0)]],
  ['iCCP sRGB', [iccp(profile())]],
  ['iCCP P3', [iccp(profile({ primaries: 'p3' }))]],
  ['iCCP Adobe', [iccp(profile({ primaries: 'adobe' }))]],
  ['iCCP turned', [iccp(profile({ primaries: 'turned' }))]],
  ['iCCP linear', [iccp(profile({ gamma: 1 }))]],
  ['iCCP turned, relative', [iccp(profile({ primaries: 'turned', intent: 1 }))]],
  ['iCCP gray', [iccp(profile({ primaries: 'gray', gamma: 1 }))]],
  ['iCCP that is not a profile', [iccp(Buffer.from('not a profile'))]],
  ['iCCP that does not inflate', [chunk('iCCP', Buffer.from('x\0\0no zlib', 'latin1'))]],
  ['iCCP turned with sRGB', [iccp(profile({ primaries: 'turned' })), srgb(0)]],
  ['sRGB with iCCP turned', [srgb(0), iccp(profile({ primaries: 'turned' }))]],
  ['iCCP turned with gAMA 100000', [gama(100_000), iccp(profile({ primaries: 'turned' }))]],
  ['cICP sRGB', [cicp(1, 13, 0, 1)]],
  ['cICP P3', [cicp(12, 13, 0, 1)]],
  ['cICP BT.709', [cicp(1, 1, 0, 1)]],
  ['cICP linear', [cicp(1, 8, 0, 1)]],
  ['cICP gamma 2.8', [cicp(1, 5, 0, 1)]],
  ['cICP BT.2020', [cicp(9, 14, 0, 1)]],
  ['cICP PQ', [cicp(9, 16, 0, 1)]],
  ['cICP HLG', [cicp(9, 18, 0, 1)]],
  ['cICP narrow range', [cicp(1, 13, 0, 0)]],
  ['cICP with matrix', [cicp(1, 13, 1, 1)]],
  ['cICP unspecified', [cicp(2, 2, 0, 1)]],
  ['cICP unknown', [cicp(200, 200, 0, 1)]],
  ['cICP P3 with iCCP turned', [cicp(12, 13, 0, 1), iccp(profile({ primaries: 'turned' }))]],
  ['cICP P3 with gAMA 100000', [cicp(12, 13, 0, 1), gama(100_000)]],
  ...[4, 5, 6, 7, 8, 10, 11, 22].map((value): [string, Chunk[]] => [
    `cICP primaries ${value}`,
    [cicp(value, 13, 0, 1)],
  ]),
  ...[4, 6, 7, 9, 10, 11, 12, 15, 17].map((value): [string, Chunk[]] => [
    `cICP transfer ${value}`,
    [cicp(1, value, 0, 1)],
  ]),
  ['cICP unknown with iCCP turned', [cicp(200, 200, 0, 1), iccp(profile({ primaries: 'turned' }))]],
  ['cICP sRGB with iCCP turned', [cicp(1, 13, 0, 1), iccp(profile({ primaries: 'turned' }))]],
  ['cICP P3 narrow range', [cicp(12, 13, 0, 0)]],
  ...[44_000, 47_000, 43_000, 48_000].map((value): [string, Chunk[]] => [
    `gAMA ${value}, near sRGB`,
    [gama(value)],
  ]),
  [
    'gAMA 50000, cHRM of D50',
    [gama(50_000), chrm(34_567, 35_850, 64_000, 33_000, 30_000, 60_000, 15_000, 6000)],
  ],
  ['gAMA 50000, cHRM zero', [gama(50_000), chrm(0, 0, 0, 0, 0, 0, 0, 0)]],
  [
    'gAMA 50000, cHRM past 1',
    [gama(50_000), chrm(31_270, 32_900, 164_000, 33_000, 30_000, 60_000, 15_000, 6000)],
  ],
  [
    'cICP PQ with mDCV and cLLI',
    [
      cicp(9, 16, 0, 1),
      chunk('mDCV', u16(35_400, 14_600, 8500, 39_850, 6550, 2300, 15_635, 16_450), u32(10_000_000, 1)),
      chunk('cLLI', u32(10_000_000, 4_000_000)),
    ],
  ],
]

/** Chunks that browsers ignore when they show a picture, or should ignore. */
const others: [string, Chunk[], Layout][] = [
  ['sBIT 5 6 5', [chunk('sBIT', [5, 6, 5])], RGB],
  ['bKGD red', [chunk('bKGD', u16(255, 0, 0))], RGB],
  ['bKGD red with alpha', [chunk('bKGD', u16(255, 0, 0))], RGBA],
  ['bKGD gray with alpha', [chunk('bKGD', u16(128))], GRAY_ALPHA],
  ['bKGD of a palette', [chunk('bKGD', [3])], PALETTE],
  ['pHYs twice as wide', [chunk('pHYs', u32(1000, 2000), [1])], RGB],
  ['pHYs 144 an inch', [chunk('pHYs', u32(5669, 5669), [1])], RGB],
  ['oFFs', [chunk('oFFs', u32(10, 10), [0])], RGB],
  ['tIME', [chunk('tIME', u16(2020), [1, 1, 1, 1, 1])], RGB],
  [
    'XMP orientation',
    [
      chunk(
        'iTXt',
        Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'),
        Buffer.from(
          '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
            '<rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/></rdf:RDF></x:xmpmeta>',
        ),
      ),
    ],
    RGB,
  ],
  [
    'orientation 6 as raw profile',
    [
      chunk(
        'zTXt',
        Buffer.from('Raw profile type exif\0\0', 'latin1'),
        deflateSync(rawProfile(orientation(6))),
      ),
    ],
    RGB,
  ],
]

function rawProfile(tiff: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  return Buffer.from(`\nexif\n${String(data.length).padStart(8)}\n${data.toString('hex')}\n`, 'latin1')
}

/** Returns layouts with a tRNS chunk, which makes some samples transparent without an alpha channel. */
function transparencies(): [string, Layout, Chunk][] {
  const opaque = cells()
  const byPalette = ([1, 2, 4, 8] as const).map((bits): [string, Layout, Chunk] => [
    `tRNS of a palette of ${bits} bits`,
    { colorType: 3, bits },
    chunk(
      'tRNS',
      [0, 128, 255, 64].slice(
        0,
        Math.min(4, paletteOf({ width: WIDTH, height: HEIGHT, rgba: opaque }, bits).length),
      ),
    ),
  ])
  return [
    ...byPalette,
    ...([1, 2, 4, 8] as const).map((bits): [string, Layout, Chunk] => [
      `tRNS gray of ${bits} bits`,
      { colorType: 0, bits },
      chunk('tRNS', u16(2 ** bits - 1)),
    ]),
    ['tRNS gray of 16 bits', { colorType: 0, bits: 16 }, chunk('tRNS', u16(0xffff))],
    ['tRNS rgb of 8 bits', RGB, chunk('tRNS', u16(255, 0, 0))],
    ['tRNS rgb of 16 bits', { colorType: 2, bits: 16 }, chunk('tRNS', u16(0xffff, 0, 0))],
    ['tRNS rgb of 16 bits, low bits differ', { colorType: 2, bits: 16 }, chunk('tRNS', u16(0xff00, 0, 0))],
    ['tRNS with alpha channel', RGBA, chunk('tRNS', u16(255, 0, 0))],
  ]
}

/** Returns still PNG files. */
export function pngFiles(): TruthFile[] {
  const mime = 'image/png' as const
  const [opaque, alpha] = [cells(), cells({ alpha: true })]
  const file = (name: string, data: Buffer, more: Partial<TruthFile> = {}): TruthFile => ({
    name,
    mime,
    data,
    ...(/cICP.*(PQ|HLG)/.test(name) && { refused: 'high dynamic range' }),
    ...more,
  })
  const p3 = [iccp(profile({ primaries: 'turned' }))]
  return [
    ...layouts.map(([name, layout]) => file(name, png(layout.colorType > 3 ? alpha : opaque, layout))),
    ...transparencies().map(([name, layout, trns]) =>
      file(name, png(opaque, layout, { before: [trns] }), { sample: name.endsWith('rgb of 8 bits') }),
    ),
    ...colors.map(([name, chunks]) =>
      file(name, png(opaque, RGB, { first: chunks }), {
        sample: /^(gAMA 100000|cHRM turned|iCCP turned|cICP P3|cICP PQ)$/.test(name),
      }),
    ),
    ...(
      [
        ['gray', GRAY],
        ['gray with alpha', GRAY_ALPHA],
        ['rgb with alpha', RGBA],
        ['palette', PALETTE],
        ['rgb of 16 bits', { colorType: 2, bits: 16 }],
        ['gray of 16 bits', { colorType: 0, bits: 16 }],
        ['interlaced', { ...RGB, interlaced: true }],
      ] as [string, Layout][]
    ).flatMap(([name, layout]) => {
      const pixels = layout.colorType > 3 ? alpha : opaque
      return [
        file(`gAMA 100000, ${name}`, png(pixels, layout, { first: [gama(100_000)] })),
        file(`cICP P3, ${name}`, png(pixels, layout, { first: [cicp(12, 13, 0, 1)] })),
        file(`sRGB, ${name}`, png(pixels, layout, { first: [srgb(0)] })),
        file(`iCCP turned, ${name}`, png(pixels, layout, { first: p3 })),
        file(
          `iCCP gray, ${name}`,
          png(pixels, layout, { first: [iccp(profile({ primaries: 'gray', gamma: 1 }))] }),
        ),
      ]
    }),
    file('gAMA 100000 behind the palette', png(opaque, PALETTE, { before: [gama(100_000)] })),
    file('iCCP turned behind the palette', png(opaque, PALETTE, { before: p3 })),
    file('cICP P3 behind the palette', png(opaque, PALETTE, { before: [cicp(12, 13, 0, 1)] })),
    file('gAMA 100000 behind the data', png(opaque, RGB, { after: [gama(100_000)] })),
    file('iCCP turned behind the data', png(opaque, RGB, { after: p3 })),
    file('cICP P3 behind the data', png(opaque, RGB, { after: [cicp(12, 13, 0, 1)] })),
    file('tRNS behind the data', png(opaque, RGB, { after: [chunk('tRNS', u16(255, 0, 0))] })),
    file('tRNS before the palette', png(opaque, PALETTE, { first: [chunk('tRNS', [0, 128])] })),
    file('suggested palette of rgb', png(opaque, RGB, { before: [chunk('PLTE', [255, 0, 0, 0, 255, 0])] })),
    ...others.map(([name, chunks, layout]) =>
      file(name, png(layout.colorType > 3 ? alpha : opaque, layout, { before: chunks })),
    ),
    ...[1, 2, 3, 4, 5, 6, 7, 8, 0, 9].flatMap(value => [
      file(`eXIf orientation ${value}`, png(opaque, RGB, { first: [exif(orientation(value))] }), {
        sample: value === 6,
      }),
      file(
        `eXIf orientation ${value} behind the data`,
        png(opaque, RGB, { after: [exif(orientation(value))] }),
        { sample: value === 6 },
      ),
    ]),
    file(
      'eXIf orientation 6, big-endian',
      png(opaque, RGB, { before: [exif(orientation(6, { big: true }))] }),
    ),
    file('eXIf orientation 6 as LONG', png(opaque, RGB, { before: [exif(orientation(6, { type: 4 }))] })),
    file(
      'eXIf orientation 6 with prefix',
      png(opaque, RGB, { before: [exif(Buffer.concat([Buffer.from('Exif\0\0'), orientation(6)]))] }),
    ),
    file(
      'eXIf orientation 6, then 3',
      png(opaque, RGB, { before: [exif(orientation(6)), exif(orientation(3))] }),
    ),
    file(
      'eXIf orientation 6 before, 3 behind',
      png(opaque, RGB, { before: [exif(orientation(6))], after: [exif(orientation(3))] }),
    ),
    file('eXIf orientation 6 of a palette', png(opaque, PALETTE, { first: [exif(orientation(6))] })),
    file('eXIf orientation 6 with iCCP turned', png(alpha, RGBA, { first: [...p3, exif(orientation(6))] })),
    file(
      'eXIf orientation 6, interlaced',
      png(opaque, { ...RGB, interlaced: true }, { first: [exif(orientation(6))] }),
    ),
    file(
      'eXIf 144 pixels an inch',
      png(opaque, RGB, { first: [exif(resolution(144, WIDTH / 2, HEIGHT / 2))] }),
    ),
    file('eXIf that is no EXIF', png(opaque, RGB, { first: [exif(Buffer.from('nothing'))] })),
    file('one pixel', png(opaque.subarray(0, 4), RGB, { width: 1, height: 1 })),
    file(
      'one pixel, interlaced',
      png(opaque.subarray(0, 4), { ...RGB, interlaced: true }, { width: 1, height: 1 }),
    ),
  ]
}
