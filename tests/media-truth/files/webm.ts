import type { TruthFile } from './file'
import { base, momentsOf } from './mp4'

/**
 * An element of a WebM file (RFC 8794): its id in hexadecimal, and the positions where its data begins and
 * ends.
 */
interface Element {
  id: string
  data: number
  end: number
}

function elementsIn(bytes: Buffer, start = 0, end = bytes.length): Element[] {
  const found: Element[] = []
  for (let at = start; at < end;) {
    const idLength = Math.clz32(bytes.readUInt8(at)) - 23
    const sizeAt = at + idLength
    const sizeLength = Math.clz32(bytes.readUInt8(sizeAt)) - 23
    let size = bytes.readUInt8(sizeAt) & (0xff >> sizeLength)
    let isOpen = size === 0xff >> sizeLength
    for (let i = 1; i < sizeLength; i++) {
      size = size * 256 + bytes.readUInt8(sizeAt + i)
      isOpen &&= bytes.readUInt8(sizeAt + i) === 0xff
    }
    const data = sizeAt + sizeLength
    found.push({ id: bytes.toString('hex', at, sizeAt), data, end: isOpen ? end : data + size })
    at = isOpen ? end : data + size
  }
  return found
}

const EBML = '1a45dfa3'
const SEGMENT = '18538067'
const SEEK_HEAD = '114d9b74'
const CUES = '1c53bb6b'
const TRACKS = '1654ae6b'
const TRACK = 'ae'
const VIDEO = 'e0'

/** Returns an element whose size field has eight bytes. */
function element(id: string, ...data: Buffer[]): Buffer {
  const body = Buffer.concat(data)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE((1n << 56n) | BigInt(body.length))
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}
const unsigned = (id: string, value: number) => element(id, Buffer.from([(value >> 8) & 255, value & 255]))
const float = (id: string, value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatBE(value)
  return element(id, bytes)
}

/** Changes the data of the elements at this path. Returns all elements. */
function changed(bytes: Buffer, [id = '', ...rest]: string[], change: (data: Buffer) => Buffer): Buffer {
  return Buffer.concat(
    elementsIn(bytes).map(each => {
      const data = bytes.subarray(each.data, each.end)
      if (each.id !== id) return element(each.id, data)
      return element(id, rest.length === 0 ? change(data) : changed(data, rest, change))
    }),
  )
}

/**
 * Returns a WebM file with additional elements in the settings of its video track, and elements `inTrack`
 * directly in this track. They replace elements with the same id. Leaves out the elements that list file
 * positions, because the positions change.
 */
function described(file: Buffer, elements: Buffer[], inTrack: Buffer[] = []): Buffer {
  const isReplaced = (each: Element, by: Buffer[]) =>
    by.some(other => other.toString('hex').startsWith(each.id))
  const others = (data: Buffer, by: Buffer[]) =>
    elementsIn(data)
      .filter(each => !isReplaced(each, by))
      .map(each => element(each.id, data.subarray(each.data, each.end)))
  const [head, segment] = elementsIn(file)
  if (head?.id !== EBML || segment?.id !== SEGMENT) throw new Error('not a WebM file')
  const parts = elementsIn(file, segment.data, segment.end)
    .filter(({ id }) => id !== SEEK_HEAD && id !== CUES)
    .map(each => element(each.id, file.subarray(each.data, each.end)))
  const tracks = changed(Buffer.concat(parts), [TRACKS, TRACK], track => {
    if (!elementsIn(track).some(({ id }) => id === VIDEO)) return track
    const all = changed(track, [VIDEO], video => Buffer.concat([...others(video, elements), ...elements]))
    return Buffer.concat([...others(all, inTrack), ...inTrack])
  })
  return Buffer.concat([element(EBML, file.subarray(head.data, head.end)), element(SEGMENT, tracks)])
}

const crop = (top: number, bottom: number, left: number, right: number) => [
  unsigned('54bb', top),
  unsigned('54aa', bottom),
  unsigned('54cc', left),
  unsigned('54dd', right),
]
const display = (width: number, height: number, unit?: number) => [
  unsigned('54b0', width),
  unsigned('54ba', height),
  ...(unit === undefined ? [] : [unsigned('54b2', unit)]),
]
const color = (matrix: number, range: number, transfer: number, primaries: number) => [
  element(
    '55b0',
    unsigned('55b1', matrix),
    unsigned('55b9', range),
    unsigned('55ba', transfer),
    unsigned('55bb', primaries),
  ),
]
const projection = (type: number, roll: number, yaw = 0, pitch = 0) => [
  element('7670', unsigned('7671', type), float('7673', yaw), float('7674', pitch), float('7675', roll)),
]

/** Returns WebM files. */
export function webmFiles(): TruthFile[] {
  const [vp8, vp9] = [base('vp8.webm'), base('vp9.webm')]
  const file = (name: string, data: Buffer, more: Partial<TruthFile> = {}): TruthFile => ({
    name,
    mime: 'video/webm',
    data,
    moments: momentsOf(10),
    ...more,
  })
  const both = (name: string, elements: Buffer[], sample = false): TruthFile[] => [
    file(`VP8, ${name}`, described(vp8, elements), { sample }),
    file(`VP9, ${name}`, described(vp9, elements)),
  ]
  return [
    file('VP8', vp8, { moments: momentsOf(20), sample: true }),
    ...['vp9', 'vp9-10-bit', 'vp9-12-bit', 'vp9-444', 'av1', 'av1-12-bit'].map(name =>
      file(name, base(`${name}.webm`)),
    ),
    file('VP8 with alpha', base('vp8-alpha.webm'), { sample: true }),
    file('VP9 with alpha', base('vp9-alpha.webm'), { sample: true }),
    ...both('written again', []),
    ...both('cropped', crop(16, 16, 32, 16)),
    ...both('cropped, with a size of its own', [...crop(16, 16, 32, 16), ...display(96, 64)]),
    ...both('twice as wide', display(192, 64), true),
    ...both('half as high', display(96, 32)),
    ...both('twice as large', display(192, 128)),
    ...both('3:1 as an aspect', display(3, 1, 3)),
    ...both('in centimeters', display(20, 10, 1)),
    ...both('in inches', display(20, 10, 2)),
    ...both('of an unknown unit', display(20, 10, 4)),
    ...both('of no size', display(0, 0)),
    ...(
      [
        [1, 1, 1, 1],
        [1, 2, 1, 1],
        [5, 1, 6, 5],
        [6, 1, 6, 6],
        [6, 2, 6, 6],
        [9, 1, 14, 9],
        [9, 1, 16, 9],
        [9, 1, 18, 9],
        [0, 1, 1, 1],
        [1, 1, 13, 12],
        [2, 0, 2, 2],
        [8, 1, 1, 1],
        [1, 1, 8, 1],
        [4, 1, 4, 4],
      ] as const
    ).flatMap(([matrix, range, transfer, primaries]) =>
      both(`color ${matrix} ${range} ${transfer} ${primaries}`, color(matrix, range, transfer, primaries)),
    ),
    ...both('color with a range only', [element('55b0', unsigned('55b9', 2))]),
    ...[90, -90, 180, 45].flatMap(roll => both(`projection, roll ${roll}`, projection(0, roll), roll === 90)),
    ...both('projection, yaw 180', projection(0, 0, 180)),
    ...both('projection, yaw 180 and roll 90', projection(0, 90, 180)),
    ...both('projection, pitch 180', projection(0, 0, 0, 180)),
    ...both('projection of a sphere', projection(1, 0)),
    ...both('projection with private data', [
      element('7670', unsigned('7671', 0), element('7672', Buffer.from('Somebody')), float('7675', 90)),
    ]),
    ...both('stereo side by side', [unsigned('53b8', 1)]),
    ...both('stereo top and bottom', [unsigned('53b8', 3)]),
    ...both('interlaced', [unsigned('9a', 1)]),
    ...both('alpha without data', [unsigned('53c0', 1)]),
    file('VP9 with alpha, without its flag', described(base('vp9-alpha.webm'), [unsigned('53c0', 0)])),
    file('WebM with subtitles', base('subtitles.webm')),
    file('VP9 disabled', described(vp9, [], [unsigned('b9', 0)])),
    file('VP9 not default', described(vp9, [], [unsigned('88', 0)])),
    file('VP9 forced', described(vp9, [], [unsigned('55aa', 1)])),
    file(
      'VP9 with a delay of the codec',
      described(vp9, [], [element('56aa', Buffer.from([0x0b, 0xeb, 0xc2, 0x00]))]),
      { refused: 'delayed' },
    ),
    file('VP9 with a scale of time', described(vp9, [], [float('23314f', 2)]), { refused: 'scaled' }),
  ]
}
