import { APPLICATION, EXTENSION, GRAPHIC_CONTROL, IMAGE, paletteBytes, subBlocks } from './blocks'
import { cutLzw } from './lzw'

const TRAILER = 0x3b
const PLAIN_TEXT = 0x01
/**
 * The application extensions that state how often an animation plays. All other application extensions are
 * metadata.
 */
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0']

/**
 * Returns a GIF with only the images, palettes, frame durations and the loop count of the file (GIF89a, 12 to
 * 26). Removes comments, XMP, extra bytes in blocks, and all data after the trailer. The pixels of every
 * frame stay the same. Returns null if a block is malformed or incomplete: for such a file the decoder would
 * report no error, but would show only the frames before the block.
 */
export function cleanGif(file: Buffer): Buffer | null {
  const headEnd = 13 + paletteBytes(file[10])
  if (headEnd > file.length) return null
  const parts: Buffer[] = [file.subarray(0, headEnd)]
  /** The graphic control extension, which applies to the next image or plain text block. */
  let control: Buffer | null = null
  for (let at = headEnd; at < file.length && file[at] !== TRAILER;) {
    if (file[at] === EXTENSION) {
      const label = file[at + 1]
      const blocks = subBlocks(file, at + 2)
      if (!blocks) return null
      if (label === GRAPHIC_CONTROL) control = graphicControl(blocks.data)
      else if (label === PLAIN_TEXT) control = null
      else if (label === APPLICATION) parts.push(loopCount(blocks.data))
      at = blocks.end
    } else if (file[at] === IMAGE) {
      const dataAt = at + 10 + paletteBytes(file[at + 9])
      const blocks = subBlocks(file, dataAt + 1)
      if (!blocks) return null
      const codes = cutLzw(
        Buffer.concat(blocks.data),
        file.readUInt8(dataAt),
        file.readUInt16LE(at + 5) * file.readUInt16LE(at + 7),
      )
      if (!codes) return null
      if (control) parts.push(control)
      parts.push(file.subarray(at, dataAt + 1), inSubBlocks(codes))
      control = null
      at = blocks.end
    } else {
      return null
    }
  }
  // Always writes the trailer, because some encoders omit it.
  return Buffer.concat([...parts, Buffer.from([TRAILER])])
}

function inSubBlocks(data: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255)
    parts.push(Buffer.from([block.length]), block)
  }
  return Buffer.concat([...parts, Buffer.from([0])])
}

/**
 * Returns a graphic control extension (GIF89a, 23) that contains only the first four data bytes, with the
 * duration, the disposal method and the transparent color. Returns null if there are fewer than four bytes.
 */
function graphicControl([first]: Buffer[]): Buffer | null {
  if (!first || first.length < 4) return null
  return Buffer.concat([Buffer.from([EXTENSION, GRAPHIC_CONTROL, 4]), first.subarray(0, 4), Buffer.from([0])])
}

/**
 * Returns an application extension that contains only the three bytes of its loop count. Returns an empty
 * buffer for an extension without a loop count.
 */
function loopCount([name, count]: Buffer[]): Buffer {
  if (
    !name ||
    !count ||
    !LOOPS.includes(name.toString('latin1', 0, 11)) ||
    count[0] !== 1 ||
    count.length < 3
  )
    return Buffer.alloc(0)
  return Buffer.concat([
    Buffer.from([EXTENSION, APPLICATION, 11]),
    name.subarray(0, 11),
    Buffer.from([3]),
    count.subarray(0, 3),
    Buffer.from([0]),
  ])
}
