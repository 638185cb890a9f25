import { readWhole, type ByteSource } from '~~/server/bytes/byte-source'
import { usedColors } from '../../gif/lzw'
import { blocksIn, EXTENSION, GRAPHIC_CONTROL, paletteBytes, subBlocks } from '../../gif/blocks'
import { windowedReader } from '../../reader'

/**
 * Returns a GIF (GIF89a) that is changed so that the decoder shows it as Chromium does. In Chromium, areas
 * that no image covers are transparent even if no color is declared as transparent, and all colors are black
 * if there is no palette. Returns null if the decoder already shows the unchanged file as Chromium does.
 */
export async function normalizedGif(source: ByteSource): Promise<Buffer | null> {
  const read = windowedReader(source)
  const head = Buffer.from(await read(0, 13))
  if (head.length < 13) return null
  const [width, height] = [head.readUInt16LE(6), head.readUInt16LE(8)]
  let controlAt = 0
  let at = 0
  for await (const block of blocksIn(read, source.size)) {
    if (block.isImage) {
      at = block.at
      break
    }
    if (block.label === GRAPHIC_CONTROL) controlAt = block.at
  }
  const image = await read(at, 10)
  if (at === 0 || image.length < 10) return null
  const [left = 0, top = 0, w = 0, h = 0] = [1, 3, 5, 7].map(each => image.readUInt16LE(each))
  const covers = left === 0 && top === 0 && w >= width && h >= height
  const hasPalette = paletteBytes(head[10]) + paletteBytes(image[9]) > 0
  const isTransparent = controlAt > 0 && (((await read(controlAt + 3, 1))[0] ?? 0) & 1) === 1
  if (hasPalette && (covers || isTransparent)) return null
  const file = await readWhole(source)
  const seen = covers || isTransparent ? file : withTransparent(file, at, controlAt, w * h)
  return hasPalette ? seen : withBlack(seen)
}

/** Returns a GIF with an added palette that contains only black. */
function withBlack(file: Buffer): Buffer {
  const head = Buffer.from(file.subarray(0, 13))
  head.writeUInt8((head.readUInt8(10) & 0x78) | 0x87, 10)
  return Buffer.concat([head, Buffer.alloc(paletteBytes(0x87)), file.subarray(13)])
}

/**
 * Returns a GIF whose first image declares an unused color as transparent; the unchanged file if all colors
 * are used.
 */
function withTransparent(file: Buffer, imageAt: number, controlAt: number, pixels: number): Buffer {
  const dataAt = imageAt + 10 + paletteBytes(file[imageAt + 9])
  const blocks = subBlocks(file, dataAt + 1)
  const color =
    (blocks && usedColors(Buffer.concat(blocks.data), file[dataAt] ?? 0, pixels))?.indexOf(0) ?? -1
  // If the image uses all 256 colors, none can become transparent.
  if (color < 0) return file
  if (controlAt === 0) {
    const control = Buffer.from([EXTENSION, GRAPHIC_CONTROL, 4, 1, 0, 0, color, 0])
    return Buffer.concat([file.subarray(0, imageAt), control, file.subarray(imageAt)])
  }
  const copy = Buffer.from(file)
  copy.writeUInt8(copy.readUInt8(controlAt + 3) | 1, controlAt + 3)
  copy.writeUInt8(color, controlAt + 6)
  return copy
}
