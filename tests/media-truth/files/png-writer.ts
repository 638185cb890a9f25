import { crc32, deflateSync } from 'node:zlib'
import { HEIGHT, WIDTH } from './file'

export interface Chunk {
  type: string
  data: Buffer
}

export const chunk = (type: string, ...data: (Buffer | number[])[]): Chunk => ({
  type,
  data: Buffer.concat(data.map(each => Buffer.from(each))),
})

export const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, i * 4)
  return bytes
}
export const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, i * 2)
  return bytes
}

/** Returns a PNG file that consists of these chunks. */
export function pngOf(chunks: Chunk[]): Buffer {
  const written = chunks.map(({ type, data }) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    return Buffer.concat([u32(data.length), body, u32(crc32(body))])
  })
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...written])
}

/** How pixels are stored: the color type and the bits per sample (PNG, third edition, 11.2.1). */
export interface Layout {
  colorType: 0 | 2 | 3 | 4 | 6
  bits: 1 | 2 | 4 | 8 | 16
  interlaced?: boolean
}

const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** The passes of Adam7 interlacing: the first column, the first row, the column step and the row step. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

export interface Pixels {
  width: number
  height: number
  rgba: Buffer
}

/** Returns the distinct colors of a picture, but not more than an index of this many bits can address. */
export function paletteOf({ rgba }: Pixels, bits: number): [number, number, number, number][] {
  const found = new Map<number, [number, number, number, number]>()
  for (let at = 0; at < rgba.length; at += 4)
    if (found.size < 1 << bits)
      found.set(rgba.readUInt32BE(at), [...rgba.subarray(at, at + 4)] as [number, number, number, number])
  return [...found.values()]
}

/** Returns the compressed pixels of a picture (PNG, third edition, 7 to 10). No line is filtered. */
export function compressed(pixels: Pixels, { colorType, bits, interlaced }: Layout): Buffer {
  const { width, height, rgba } = pixels
  const palette = colorType === 3 ? paletteOf(pixels, bits) : []
  const most = 2 ** bits - 1
  const level = (value: number) => (bits === 16 ? value * 257 : Math.round((value / 255) * most))
  function samples(x: number, y: number): number[] {
    const [r = 0, g = 0, b = 0, a = 0] = rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)
    if (colorType === 3)
      return [
        Math.max(
          0,
          palette.findIndex(each => each.join() === [r, g, b, a].join()),
        ),
      ]
    const gray = Math.round(0.299 * r + 0.587 * g + 0.114 * b)
    const all =
      colorType === 0 ? [gray] : colorType === 4 ? [gray, a] : colorType === 2 ? [r, g, b] : [r, g, b, a]
    return all.map(level)
  }
  const rows: Buffer[] = []
  for (const [left, top, stepX, stepY] of interlaced ? PASSES : ([[0, 0, 1, 1]] as const)) {
    const columns = Math.ceil((width - left) / stepX)
    if (columns <= 0) continue
    for (let y = top; y < height; y += stepY) {
      const row = Buffer.alloc(1 + Math.ceil((columns * CHANNELS[colorType] * bits) / 8))
      let bit = 8
      for (let x = left; x < width; x += stepX)
        for (const value of samples(x, y)) {
          if (bits === 16) row.writeUInt16BE(value, bit / 8)
          else row.writeUInt8(row.readUInt8(bit >> 3) | (value << (8 - bits - (bit & 7))), bit >> 3)
          bit += bits
        }
      rows.push(row)
    }
  }
  return deflateSync(Buffer.concat(rows))
}

/**
 * Returns a PNG with additional chunks: `first` before its palette, `before` before its data, `after` after
 * its data.
 */
export function png(
  pixels: Buffer,
  layout: Layout,
  more: { first?: Chunk[]; before?: Chunk[]; after?: Chunk[]; width?: number; height?: number } = {},
): Buffer {
  const { width = WIDTH, height = HEIGHT } = more
  const picture = { width, height, rgba: pixels }
  const palette = layout.colorType === 3 ? paletteOf(picture, layout.bits) : []
  return pngOf([
    header(width, height, layout),
    ...(more.first ?? []),
    ...(palette.length > 0
      ? [
          chunk(
            'PLTE',
            palette.flatMap(color => color.slice(0, 3)),
          ),
        ]
      : []),
    ...(more.before ?? []),
    chunk('IDAT', compressed(picture, layout)),
    ...(more.after ?? []),
    chunk('IEND'),
  ])
}

export const header = (width: number, height: number, { colorType, bits, interlaced }: Layout): Chunk =>
  chunk('IHDR', u32(width, height), [bits, colorType, 0, 0, interlaced ? 1 : 0])
