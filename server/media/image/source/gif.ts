import { readAll, type ByteSource } from '~~/server/bytes/byte-source'
import { blocksIn, EXTENSION, GRAPHIC_CONTROL, IMAGE, paletteBytes } from '../../gif/blocks'
import { windowedReader } from '../../reader'

/** The largest number that the fields of an image block can hold. */
const MAX = 0xffff

/**
 * Returns a GIF (GIF89a) that is changed so that the decoder shows it as Chromium does, and that begins with
 * an added frame, which is not shown. Returns null if the decoder already shows the unchanged file as
 * Chromium does.
 *
 * In Chromium, a GIF has the size of its logical screen, enlarged to contain the first image. The decoder
 * ignores screens with a side above 2,048 pixels and screens of common displays, such as 640 × 480, and takes
 * the size from the first frame. In Chromium, areas that no image covers are transparent even if no color is
 * declared as transparent. The added frame ends at the lower right corner of the screen and declares a
 * transparent color, but has no pixels. In Chromium, all colors are black if there is no palette.
 */
export async function normalizedGif(source: ByteSource): Promise<Buffer | null> {
  const read = windowedReader(source)
  const head = Buffer.from(await read(0, 13))
  if (head.length < 13) return null
  let at = 0
  for await (const block of blocksIn(read, source.size)) {
    at = block.at
    if (block.isImage) break
  }
  const image = await read(at, 10)
  if (image.length < 10 || image[0] !== IMAGE) return null
  const [left = 0, top = 0, w = 0, h = 0] = [1, 3, 5, 7].map(each => image.readUInt16LE(each))
  const width = Math.max(head.readUInt16LE(6), left + w)
  const height = Math.max(head.readUInt16LE(8), top + h)
  const hasPalette = paletteBytes(head[10]) + paletteBytes(image[9]) > 0
  if (hasPalette && w === width && h === height) return null
  const file = await readAll(source)
  const headEnd = 13 + paletteBytes(head[10])
  return Buffer.concat([
    ...(hasPalette ? [file.subarray(0, headEnd)] : [withBlack(head)]),
    emptyFrame(width, height),
    file.subarray(headEnd),
  ])
}

/** Returns the head of a GIF with an added palette that contains only black. */
function withBlack(head: Buffer): Buffer {
  head.writeUInt8((head.readUInt8(10) & 0x78) | 0x87, 10)
  return Buffer.concat([head, Buffer.alloc(paletteBytes(0x87))])
}

/** Returns a frame without pixels that ends at this position and declares the first color as transparent. */
function emptyFrame(right: number, bottom: number): Buffer {
  const [left, top] = [Math.min(right, MAX), Math.min(bottom, MAX)]
  const image = Buffer.alloc(10)
  image.writeUInt8(IMAGE)
  for (const [i, value] of [left, top, right - left, bottom - top].entries())
    image.writeUInt16LE(value, 1 + i * 2)
  const control = Buffer.from([EXTENSION, GRAPHIC_CONTROL, 4, 1, 0, 0, 0, 0])
  // The LZW data contains only the clear code and the end code.
  return Buffer.concat([control, image, Buffer.from([2, 1, 0x2c, 0])])
}
