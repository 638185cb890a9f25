import sharp, { type AvifOptions as Encoding } from 'sharp'
import { cells, HEIGHT, WIDTH, withoutAlpha } from './file'

/** A coded AV1 image and its configuration. */
export interface Coded {
  data: Buffer
  av1C: Buffer
  width: number
  height: number
}

/** An item of an AVIF file; its id is its position, from 1. */
export interface AvifItem {
  type: string
  data: Buffer
  properties: Buffer[]
  isHidden?: boolean
}

export interface AvifOptions {
  items: AvifItem[]
  primary?: number
  references?: [type: string, from: number, to: number[]][]
  brands?: string[]
  /** Bytes after the items, such as a further box. */
  after?: Buffer
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
export const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255])

export function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}
export const fullBox = (type: string, flags: number, ...parts: Buffer[]): Buffer =>
  box(type, u32(flags), ...parts)

/** The properties of items (ISO/IEC 23008-12, 6.5). */
export const ispe = (width = WIDTH, height = HEIGHT) => fullBox('ispe', 0, u32(width), u32(height))
export const irot = (quarters: number) => box('irot', Buffer.from([quarters]))
export const imir = (axis: number) => box('imir', Buffer.from([axis]))
export const icc = (profile: Buffer) => box('colr', Buffer.from('prof'), profile)
export const nclx = (primaries: number, transfer: number, matrix: number, isFull = true) =>
  box(
    'colr',
    Buffer.from('nclx'),
    u16(primaries),
    u16(transfer),
    u16(matrix),
    Buffer.from([isFull ? 128 : 0]),
  )
/** A clean aperture: its size, and the distance of its center from the center of the image, all in halves. */
export const clap = (width: number, height: number, x: number, y: number) =>
  box('clap', ...[width, 1, height, 1, x, 2, y, 2].map(value => u32(value >>> 0)))
export const auxC = fullBox('auxC', 0, Buffer.from('urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0'))

/** Returns an AVIF file. */
export function avif({ items, primary = 1, references = [], brands, after }: AvifOptions): Buffer {
  const all = brands ?? ['avif', 'mif1', 'miaf']
  const ftyp = box('ftyp', Buffer.from(`${all[0] ?? ''}\0\0\0\0${all.join('')}`, 'latin1'))
  const properties = items.flatMap(each => each.properties)
  let next = 1
  const associations = items.map((each, i) => {
    const indexes = each.properties.map(() => u16(0x8000 | next++))
    return Buffer.concat([u16(i + 1), Buffer.from([indexes.length]), ...indexes])
  })
  const meta = (start: number) => {
    let at = start
    const locations = items.map(({ data }, i) => {
      at += data.length
      return Buffer.concat([u16(i + 1), u16(0), u16(1), u32(at - data.length), u32(data.length)])
    })
    return fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, u32(0), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, u16(primary)),
      fullBox('iloc', 0, u16(0x4400), u16(items.length), ...locations),
      fullBox(
        'iinf',
        0,
        u16(items.length),
        ...items.map(({ type, isHidden }, i) =>
          fullBox('infe', 0x02000000 | (isHidden ? 1 : 0), u16(i + 1), u16(0), Buffer.from(`${type}\0`)),
        ),
      ),
      box('iprp', box('ipco', ...properties), fullBox('ipma', 1, u32(items.length), ...associations)),
      fullBox(
        'iref',
        0,
        ...references.map(([type, from, to]) => box(type, u16(from), u16(to.length), ...to.map(u16))),
      ),
    )
  }
  const start = ftyp.length + meta(0).length + 8
  return Buffer.concat([
    ftyp,
    meta(start),
    box('mdat', ...items.map(({ data }) => data)),
    after ?? Buffer.alloc(0),
  ])
}

/** Encodes the cells as AV1: the colors, and the alpha plane if there is one. */
export async function coded(
  options: Encoding,
  { alpha = false as boolean | 'hard', step = 0, width = WIDTH, height = HEIGHT, isGray = false } = {},
): Promise<{ color: Coded; alpha: Coded }> {
  const rgba = cells({ alpha, step, width, height })
  const raw = { width, height, channels: alpha ? (4 as const) : (3 as const) }
  const picture = sharp(alpha ? rgba : withoutAlpha(rgba), { raw })
  const file = await (isGray ? picture.toColorspace('b-w') : picture)
    .avif({ effort: 2, ...options })
    .toBuffer()
  const parts = codedIn(file).map(part => ({ ...part, width, height }))
  const [first, second = first] = parts
  if (!first || !second) throw new Error('the encoder has written no image')
  return { color: first, alpha: second }
}

/** Returns the coded images in a file of the encoder, which has the same structure for each picture. */
function codedIn(file: Buffer): Pick<Coded, 'data' | 'av1C'>[] {
  const iloc = file.indexOf('iloc') + 8
  const count = file.readUInt16BE(iloc + 2)
  let config = 0
  return Array.from({ length: count }, (_, i) => {
    // Each entry has the id, a reference, a base, the number of extents, and one extent.
    const entry = iloc + 4 + i * 18
    const at = file.readUInt32BE(entry + 4) + file.readUInt32BE(entry + 10)
    config = file.indexOf('av1C', config + 1)
    const data = file.subarray(at, at + file.readUInt32BE(entry + 14))
    return { data, av1C: file.subarray(config - 4, config + 8) }
  })
}

/** Returns an item with a coded image and further properties. */
export const itemOf = (
  { data, av1C, width, height }: Coded,
  properties: Buffer[] = [],
  isHidden = false,
): AvifItem => ({ type: 'av01', data, properties: [av1C, ispe(width, height), ...properties], isHidden })
