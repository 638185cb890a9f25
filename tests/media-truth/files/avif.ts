import {
  auxC,
  avif,
  box,
  clap,
  coded,
  icc,
  imir,
  irot,
  ispe,
  itemOf,
  nclx,
  u32,
  type AvifOptions,
  type Coded,
} from './avif-writer'
import { orientation } from './exif'
import { HEIGHT, WIDTH, type TruthFile } from './file'
import { profile } from './icc'

/** Returns AVIF files. */
export async function avifFiles(): Promise<TruthFile[]> {
  const file = (name: string, options: AvifOptions | Buffer, more: Partial<TruthFile> = {}): TruthFile => ({
    name,
    mime: 'image/avif',
    data: Buffer.isBuffer(options) ? options : avif(options),
    ...more,
  })
  const best = { quality: 95, chromaSubsampling: '4:4:4' as const }
  const { color: eight } = await coded(best)
  const { color: half } = await coded({ quality: 95, chromaSubsampling: '4:2:0' })
  const { color: ten } = await coded({ ...best, bitdepth: 10 })
  const { color: twelve } = await coded({ ...best, bitdepth: 12 })
  const { color: lossless } = await coded({ lossless: true })
  const { color: gray } = await coded(best, { isGray: true })
  const clear = await coded(best, { alpha: 'hard' })
  const clearTen = await coded({ ...best, bitdepth: 10 }, { alpha: 'hard' })
  const { color: wide } = await coded(best, { width: WIDTH + 32, height: HEIGHT + 32 })
  const tiles = await Promise.all(
    [0, 1, 2, 3].map(step => coded(best, { step, width: 64, height: 64, alpha: 'hard' })),
  )
  const still = (part: Coded, ...properties: Buffer[]): AvifOptions => ({ items: [itemOf(part, properties)] })
  const transparent = (parts: { color: Coded; alpha: Coded }, ...properties: Buffer[]): AvifOptions => ({
    items: [itemOf(parts.color, properties), itemOf(parts.alpha, [auxC, ...properties])],
    references: [['auxl', 2, [1]]],
  })
  const grid = (width: number, height: number, kind: 'color' | 'alpha', ...properties: Buffer[]) => [
    ...tiles.map(each => itemOf(each[kind], kind === 'alpha' ? [auxC] : [], true)),
    {
      type: 'grid',
      data: Buffer.concat([Buffer.from([0, 1, 1, 1]), u32(width), u32(height)]),
      properties: [ispe(width, height), ...properties],
    },
  ]
  const exif = { type: 'Exif', data: Buffer.concat([u32(0), orientation(6)]), properties: [] }
  const turned = icc(profile({ primaries: 'turned' }))
  return [
    file('8 bits', still(eight), { sample: true }),
    file('8 bits, 4:2:0', still(half)),
    file('10 bits', still(ten), { sample: true }),
    file('12 bits', still(twelve)),
    file('lossless', still(lossless)),
    file('gray', still(gray)),
    file('gray of 10 bits', still((await coded({ ...best, bitdepth: 10 }, { isGray: true })).color)),
    file('alpha', transparent(clear), { sample: true }),
    // Chromium 156 converts opacity as if its values were from 16 to 235. The format requires 0 to 255.
    file('half-transparent', transparent(await coded(best, { alpha: true })), { tolerance: 18 }),
    file('alpha of 10 bits', transparent(clearTen)),
    file('alpha and 3 quarter turns', transparent(clear, irot(3)), { sample: true }),
    ...[1, 2, 3].map(quarters =>
      file(`turned by ${quarters}`, still(eight, irot(quarters)), { sample: quarters === 1 }),
    ),
    ...[0, 1].map(axis => file(`mirrored at ${axis}`, still(eight, imir(axis)), { sample: axis === 1 })),
    file('turned by 1 and mirrored', still(eight, irot(1), imir(0)), { sample: true }),
    file('turned by 3 and mirrored', still(eight, irot(3), imir(1))),
    file('mirrored, then turned by 1', still(eight, imir(0), irot(1))),
    file(
      'EXIF orientation 6',
      { items: [itemOf(eight), exif], references: [['cdsc', 2, [1]]] },
      { sample: true },
    ),
    file('ICC turned', still(eight, turned), { sample: true }),
    file('ICC turned, 10 bits', still(ten, turned)),
    file('ICC turned with alpha', transparent(clear, turned)),
    file('ICC turned and nclx', still(eight, nclx(1, 13, 6), turned)),
    file('ICC P3', still(eight, icc(profile({ primaries: 'p3' })))),
    file('ICC gray', still(eight, icc(profile({ primaries: 'gray', gamma: 1 })))),
    file('gray with ICC gray', still(gray, icc(profile({ primaries: 'gray', gamma: 1 })))),
    file('gray with ICC turned', still(gray, turned)),
    file('ICC that is not a profile', still(eight, icc(Buffer.from('nothing')))),
    file('nclx P3', still(eight, nclx(12, 13, 6)), { sample: true }),
    file('nclx P3, 10 bits', still(ten, nclx(12, 13, 6))),
    file('nclx BT.2020', still(eight, nclx(9, 13, 6))),
    // Encoding changes dark values slightly, and a file with linear light shows these values many times
    // brighter.
    file('nclx with linear light', still(eight, nclx(1, 8, 6)), { tolerance: 20 }),
    file('nclx with gamma 2.2', still(eight, nclx(1, 4, 6))),
    file('nclx with gamma 2.8', still(eight, nclx(1, 5, 6))),
    ...[1, 6, 14, 15].map(transfer =>
      file(`nclx with transfer ${transfer}`, still(eight, nclx(1, transfer, 6))),
    ),
    ...[2, 7, 17].map(transfer => file(`nclx with transfer ${transfer}`, still(eight, nclx(1, transfer, 6)))),
    ...[0, 3, 9, 10, 11, 12].map(transfer =>
      file(`nclx with transfer ${transfer}`, still(eight, nclx(1, transfer, 6)), { refused: 'colors' }),
    ),
    ...[0, 3, 13].map(primaries =>
      file(`nclx with primaries ${primaries}`, still(eight, nclx(primaries, 13, 6)), { refused: 'colors' }),
    ),
    ...[2, 4, 5, 6, 7, 8, 10, 11, 22].map(primaries =>
      file(`nclx with primaries ${primaries}`, still(eight, nclx(primaries, 13, 6))),
    ),
    file('gray with nclx linear light', still(gray, nclx(1, 8, 6))),
    ...[1, 2, 5, 9].map(matrix => file(`nclx with matrix ${matrix}`, still(eight, nclx(1, 13, matrix)))),
    file('nclx with matrix 1, 4:2:0', still(half, nclx(1, 13, 1)), { sample: true }),
    file('nclx with matrix 0', still(eight, nclx(1, 13, 0))),
    ...[4, 7, 8, 12].map(matrix =>
      file(`nclx with matrix ${matrix}`, still(eight, nclx(1, 13, matrix)), { refused: 'color matrix' }),
    ),
    file('nclx of limited range', still(eight, nclx(1, 13, 6, false)), { sample: true }),
    file('nclx of limited range, 10 bits', still(ten, nclx(1, 13, 6, false))),
    file('nclx PQ', still(ten, nclx(9, 16, 9)), { refused: 'high dynamic range' }),
    file('nclx HLG', still(ten, nclx(9, 18, 9)), { refused: 'high dynamic range' }),
    file('clean aperture at the origin', still(wide, clap(WIDTH, HEIGHT, -32, -32)), { sample: true }),
    file('clean aperture in the middle', still(wide, clap(WIDTH, HEIGHT, 0, 0)), { sample: true }),
    file('clean aperture larger than the picture', still(eight, clap(WIDTH + 2, HEIGHT, 0, 0))),
    file('clean aperture at the origin, turned', still(wide, clap(WIDTH, HEIGHT, -32, -32), irot(1))),
    file('pixels that are not square', still(eight, box('pasp', u32(2), u32(1)))),
    file('grid', { items: grid(128, 128, 'color'), primary: 5, references: [['dimg', 5, [1, 2, 3, 4]]] }),
    file(
      'grid that cuts its tiles, turned, ICC turned',
      {
        items: grid(112, 80, 'color', turned, irot(1)),
        primary: 5,
        references: [['dimg', 5, [1, 2, 3, 4]]],
      },
      { sample: true },
    ),
    file('grid with alpha', {
      items: [...grid(128, 128, 'color'), ...grid(128, 128, 'alpha', auxC)],
      primary: 5,
      references: [
        ['dimg', 5, [1, 2, 3, 4]],
        ['dimg', 10, [6, 7, 8, 9]],
        ['auxl', 10, [5]],
      ],
    }),
    file(
      'second image is the primary one',
      { items: [itemOf(half, [irot(1)]), itemOf(eight)], primary: 2 },
      { sample: true },
    ),
    file('thumbnail', {
      items: [itemOf(eight), itemOf(half, [irot(1)])],
      references: [['thmb', 2, [1]]],
    }),
    file(
      'premultiplied alpha',
      {
        ...transparent(clear),
        references: [
          ['auxl', 2, [1]],
          ['prem', 1, [2]],
        ],
      },
      { refused: 'multiplied' },
    ),
    file('main brand mif1', { ...still(eight), brands: ['mif1', 'avif', 'miaf'] }),
    file('bytes behind the end', { ...still(eight), after: box('free', Buffer.alloc(9)) }),
  ]
}
