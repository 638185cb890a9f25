import type { Reader } from '../reader'

/** The first byte of an image block, and the first byte of an extension block (GIF89a, 17 to 26). */
export const IMAGE = 0x2c
export const EXTENSION = 0x21
/** The second byte of an extension block, which states the kind of the extension. */
export const GRAPHIC_CONTROL = 0xf9
export const APPLICATION = 0xff

/** The number of bytes in an image block that precede the color table. */
const IMAGE_HEAD = 10

/** A block of a GIF: an image, or an extension with a label. */
export interface GifBlock {
  at: number
  isImage: boolean
  label: number | undefined
}

/** Yields the image and extension blocks of a GIF. Stops at the end of the file or at a malformed block. */
export async function* blocksIn(read: Reader, size: number): AsyncIterable<GifBlock> {
  for (let at = 13 + paletteBytes((await read(10, 1))[0]); at < size;) {
    const head = await read(at, IMAGE_HEAD)
    const isImage = head[0] === IMAGE
    if (!isImage && head[0] !== EXTENSION) return
    const from = at + headBytes(head)
    yield { at, isImage, label: head[1] }
    at = await afterSubBlocks(read, from, size)
  }
}

/** Returns the number of bytes of an image or extension block that precede its sub-blocks. */
export const headBytes = (block: Buffer): number =>
  block[0] === IMAGE ? IMAGE_HEAD + paletteBytes(block[9]) + 1 : 2

/**
 * Returns the length of a color table in bytes. `packed` is the byte of a GIF header that encodes this
 * length.
 */
export function paletteBytes(packed = 0): number {
  return packed & 0x80 ? 3 << ((packed & 7) + 1) : 0
}

/**
 * Reads the sub-blocks that begin at a position. Returns their data and the position after them; null if the
 * file ends before the last sub-block.
 */
export function subBlocks(file: Buffer, from: number): { data: Buffer[]; end: number } | null {
  const data: Buffer[] = []
  for (let at = from; at < file.length;) {
    const length = file[at] ?? 0
    if (length === 0) return { data, end: at + 1 }
    if (at + 1 + length > file.length) return null
    data.push(file.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  return null
}

/** Returns the position after a list of sub-blocks. `from` is the position of the first sub-block. */
async function afterSubBlocks(read: Reader, from: number, size: number): Promise<number> {
  for (let at = from; at < size;) {
    const length = (await read(at, 1))[0] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return size
}
