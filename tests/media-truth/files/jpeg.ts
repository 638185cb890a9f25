import sharp from 'sharp'
import { cells, HEIGHT, WIDTH, withoutAlpha, type TruthFile } from './file'
import { orientation, resolution } from './exif'
import { profile } from './icc'

/** Returns a segment of a JPEG (ITU-T T.81, B.1.1.4). */
const segment = (marker: number, ...data: Buffer[]): Buffer => {
  const body = Buffer.concat(data)
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}
const EXIF = Buffer.from('Exif\0\0', 'latin1')
const exif = (data: Buffer) => segment(0xe1, EXIF, data)
const icc = (data: Buffer, number = 1, count = 1) =>
  segment(0xe2, Buffer.from('ICC_PROFILE\0', 'latin1'), Buffer.from([number, count]), data)
const adobe = (transform: number) =>
  segment(0xee, Buffer.from('Adobe', 'latin1'), Buffer.from([0, 100, 0, 0, 0, 0, transform]))
const jfif = (unit: number, x: number, y: number) =>
  segment(
    0xe0,
    Buffer.from('JFIF\0', 'latin1'),
    Buffer.from([1, 1, unit, x >> 8, x & 255, y >> 8, y & 255, 0, 0]),
  )
const xmp = segment(
  0xe1,
  Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1'),
  Buffer.from(
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      '<rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/></rdf:RDF></x:xmpmeta>',
  ),
)

/** Splits a JPEG into the segments before its scan, and the rest. */
function parts(jpeg: Buffer): { segments: Buffer[]; rest: Buffer } {
  const segments: Buffer[] = []
  let at = 2
  while (jpeg[at + 1] !== 0xda) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    segments.push(jpeg.subarray(at, end))
    at = end
  }
  return { segments, rest: jpeg.subarray(at) }
}

const isApp = (each: Buffer) => (each[1] ?? 0) >= 0xe0 && (each[1] ?? 0) <= 0xef

/**
 * Returns a JPEG whose application segments are replaced by `apps`. Inserts `late` directly before the scan.
 */
function withApps(jpeg: Buffer, apps: Buffer[], late: Buffer[] = []): Buffer {
  const { segments, rest } = parts(jpeg)
  return Buffer.concat([
    jpeg.subarray(0, 2),
    ...apps,
    ...segments.filter(each => !isApp(each)),
    ...late,
    rest,
  ])
}

/** Returns a JPEG whose color components have these ids. */
function withIds(jpeg: Buffer, ids: number[]): Buffer {
  const copy = Buffer.from(jpeg)
  const frame = copy.findIndex((byte, i) => byte === 0xff && [0xc0, 0xc2].includes(copy[i + 1] ?? 0))
  const scan = copy.indexOf(Buffer.from([0xff, 0xda]))
  for (const [i, id] of ids.entries()) {
    copy.writeUInt8(id, frame + 10 + i * 3)
    copy.writeUInt8(id, scan + 5 + i * 2)
  }
  return copy
}

const END = Buffer.from([0xff, 0xd9])

/** Returns the first 70 % of a JPEG file, followed by an end-of-image marker. */
const cutWithEnd = (jpeg: Buffer): Buffer =>
  Buffer.concat([jpeg.subarray(0, Math.floor(jpeg.length * 0.7)), END])

/** Returns JPEG files. */
export async function jpegFiles(): Promise<TruthFile[]> {
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 as const }
  const rgb = withoutAlpha(cells())
  const picture = () => sharp(rgb, { raw })
  const options = { quality: 95, chromaSubsampling: '4:4:4' }
  const plain = await picture().jpeg(options).toBuffer()
  const gray = await picture().toColourspace('b-w').jpeg(options).toBuffer()
  const cmyk = await picture().toColourspace('cmyk').jpeg(options).toBuffer()
  const cmykProfile = (
    await sharp(await picture().withIccProfile('cmyk').jpeg(options).toBuffer()).metadata()
  ).icc
  const bare = withApps(plain, [])
  const bareCmyk = withApps(cmyk, [])
  const turned = profile({ primaries: 'turned' })
  const file = (name: string, data: Buffer, more: Partial<TruthFile> = {}): TruthFile => ({
    name,
    mime: 'image/jpeg',
    data,
    ...more,
  })
  // Chromium shows the black ink of a CMYK profile with a tint that the profile does not define, so a larger
  // difference is accepted.
  const blackInk = { tolerance: 40 }
  const half = turned.length >> 1
  return [
    file('plain', plain),
    file('4:2:0', await picture().jpeg({ quality: 95, chromaSubsampling: '4:2:0' }).toBuffer()),
    file(
      'progressive',
      await picture()
        .jpeg({ ...options, progressive: true })
        .toBuffer(),
    ),
    file('gray', gray),
    file('gray with gray profile', withApps(gray, [icc(profile({ primaries: 'gray', gamma: 1 }))])),
    file('gray with profile of colors', withApps(gray, [icc(profile({ primaries: 'turned', gamma: 1 }))])),
    file('colors with gray profile', withApps(plain, [icc(profile({ primaries: 'gray', gamma: 1 }))])),
    file('without JFIF', bare),
    file('JFIF twice as wide', withApps(plain, [jfif(0, 2, 1)])),
    file('JFIF 144 an inch', withApps(plain, [jfif(1, 144, 144)])),
    ...[0, 1, 2, 3].map(value =>
      file(`Adobe transform ${value}`, withApps(plain, [adobe(value)]), { sample: value === 0 }),
    ),
    file('Adobe transform 0 behind JFIF', withApps(plain, [jfif(1, 72, 72), adobe(0)])),
    file('JFIF behind Adobe transform 0', withApps(plain, [adobe(0), jfif(1, 72, 72)])),
    file('Adobe transform 0 before the scan', withApps(plain, [], [adobe(0)])),
    file('ids R G B', withIds(bare, [82, 71, 66])),
    file('ids R G B with JFIF', withIds(withApps(plain, [jfif(1, 72, 72)]), [82, 71, 66])),
    file('ids 0 1 2', withIds(bare, [0, 1, 2])),
    ...(cmykProfile
      ? [file('CMYK with profile', withApps(cmyk, [adobe(0), ...chunked(cmykProfile)]), blackInk)]
      : []),
    file('CMYK of sharp', cmyk),
    file('CMYK without profile', withApps(cmyk, [adobe(0)]), { sample: true }),
    file('CMYK without Adobe', bareCmyk),
    file('YCCK', withApps(cmyk, [adobe(2)])),
    ...(cmykProfile
      ? [file('YCCK with profile', withApps(cmyk, [adobe(2), ...chunked(cmykProfile)]), blackInk)]
      : []),
    file('CMYK with profile of colors', withApps(cmyk, [adobe(0), icc(turned)])),
    file('CMYK, orientation 6', withApps(cmyk, [adobe(0), exif(orientation(6))])),
    file('ICC P3', withApps(plain, [icc(profile({ primaries: 'p3' }))])),
    file('ICC Adobe', withApps(plain, [icc(profile({ primaries: 'adobe' }))])),
    file('ICC turned', withApps(plain, [icc(turned)])),
    file('ICC linear', withApps(plain, [icc(profile({ gamma: 1 }))])),
    file(
      'ICC turned in two parts',
      withApps(plain, [icc(turned.subarray(0, half), 1, 2), icc(turned.subarray(half), 2, 2)]),
    ),
    file(
      'ICC turned in two parts, out of order',
      withApps(plain, [icc(turned.subarray(half), 2, 2), icc(turned.subarray(0, half), 1, 2)]),
    ),
    file('ICC turned with one part missing', withApps(plain, [icc(turned.subarray(0, half), 1, 2)])),
    file('ICC turned before the scan', withApps(plain, [], [icc(turned)])),
    file('ICC that is not a profile', withApps(plain, [icc(Buffer.from('not a profile'))])),
    file('ICC twice', withApps(plain, [icc(turned), icc(profile())])),
    file('ICC turned with RGB', withApps(plain, [adobe(0), icc(turned)])),
    ...[1, 2, 3, 4, 5, 6, 7, 8, 0, 9].map(value =>
      file(`orientation ${value}`, withApps(plain, [exif(orientation(value))]), { sample: value === 5 }),
    ),
    file('orientation 6, big-endian', withApps(plain, [exif(orientation(6, { big: true }))])),
    file('orientation 6 as LONG', withApps(plain, [exif(orientation(6, { type: 4 }))])),
    file(
      'orientation 6 as LONG, big-endian',
      withApps(plain, [exif(orientation(6, { type: 4, big: true }))]),
    ),
    file('orientation 6 before the scan', withApps(plain, [], [exif(orientation(6))]), { sample: true }),
    file('orientation 6, then 3', withApps(plain, [exif(orientation(6)), exif(orientation(3))])),
    file(
      'no orientation, then 6',
      withApps(plain, [exif(resolution(72, WIDTH, HEIGHT)), exif(orientation(6))]),
    ),
    file(
      'orientation 3 before the scan after 6',
      withApps(plain, [exif(orientation(6))], [exif(orientation(3))]),
    ),
    file('orientation 6 behind XMP', withApps(plain, [xmp.subarray(), exif(orientation(6))])),
    file('orientation 6 in XMP', withApps(plain, [xmp])),
    file(
      'orientation 6 behind JFIF and ICC',
      withApps(plain, [jfif(1, 72, 72), icc(turned), exif(orientation(6))]),
    ),
    file(
      'orientation 6 without zeros',
      withApps(plain, [segment(0xe1, Buffer.from('Exif\0x', 'latin1'), orientation(6))]),
    ),
    file('orientation 6 cut off', withApps(plain, [exif(orientation(6).subarray(0, 20))])),
    file(
      'orientation 6 progressive',
      withApps(
        await picture()
          .jpeg({ ...options, progressive: true })
          .toBuffer(),
        [exif(orientation(6))],
      ),
    ),
    file('EXIF 144 pixels an inch', withApps(plain, [exif(resolution(144, WIDTH / 2, HEIGHT / 2))])),
    file('EXIF 36 pixels an inch', withApps(plain, [exif(resolution(36, WIDTH * 2, HEIGHT * 2))])),
    file('bytes behind the end', Buffer.concat([plain, Buffer.from('more'), gray])),
    file('without the end', plain.subarray(0, -2), { refused: 'truncated' }),
    ...(
      [
        ['cut off', plain],
        [
          'progressive, cut off',
          await picture()
            .jpeg({ ...options, progressive: true })
            .toBuffer(),
        ],
        ['CMYK, cut off', cmyk],
      ] as const
    ).map(([name, data]) => file(`${name}, with an end`, cutWithEnd(data), { refused: 'truncated' })),
    file('bytes before the end', Buffer.concat([plain.subarray(0, -2), Buffer.alloc(9), END])),
    file('cut off', plain.subarray(0, Math.floor(plain.length * 0.7)), { refused: 'truncated' }),
    file(
      'bytes of fill before markers',
      Buffer.concat([
        plain.subarray(0, 2),
        Buffer.from([0xff, 0xff]),
        withApps(plain, [exif(orientation(6))]).subarray(2),
      ]),
    ),
  ]
}

/** Splits a profile into several segments, because it is larger than one segment can be. */
function chunked(data: Buffer): Buffer[] {
  const size = 65_000
  const count = Math.ceil(data.length / size)
  return Array.from({ length: count }, (_, i) => icc(data.subarray(i * size, (i + 1) * size), i + 1, count))
}
