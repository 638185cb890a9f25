import type { Shape } from '#shared/contract/geometry'
import type { Mime } from '#shared/contract/media-types'
import type { ByteSource } from '~~/server/byte-source'
import { decoding, upright, type Open } from './decode'
import { cropAround } from './marks/crop'
import { discRadius, drawMarks, type DrawnMark } from './marks/draw-marks'
import { boundsOf, outlineOf, type Box, type Size } from './marks/outline'
import sharp from './sharp'

/** A larger PNG becomes a JPEG: clients count its base64 as text of a conversation. */
const PNG_BYTES = 60 * 1024
const JPEG_QUALITY = 85

/** A mark to draw, with the number that a list has for it. */
export interface Marked {
  shape: Shape
  number?: number
}

export interface MarkedPicture {
  data: Buffer
  mime: Mime
}

/**
 * Makes a picture with marks on it for an agent to look at: at most `side` pixels a side, never enlarged,
 * without metadata. `around`: shows only the part around this mark. Throws a MediaError for a picture that
 * does not decode.
 */
export function markedPicture(
  source: ByteSource,
  mime: Mime,
  { side, marks, around }: { side: number; marks: readonly Marked[]; around?: Shape },
): Promise<MarkedPicture> {
  return decoding(source, mime, async (open, metadata) => {
    const size = upright(metadata)
    const part = around ? cropAround(boundsOf(outlineOf(around, size, 1).flat()), size) : whole(size)
    const scale = Math.min(1, side / Math.max(part.width, part.height))
    const drawn = {
      width: Math.max(1, Math.round(part.width * scale)),
      height: Math.max(1, Math.round(part.height * scale)),
    }
    return encode(await render(open, part, drawn, drawnMarks(marks, size, part, drawn)), drawn)
  })
}

const whole = ({ width, height }: Size): Box => ({ x: 0, y: 0, width, height })

/** Returns marks in pixels of the drawing, with their numbers at the start of their first line. */
function drawnMarks(marks: readonly Marked[], size: Size, part: Box, drawn: Size): DrawnMark[] {
  const [scaleX, scaleY] = [drawn.width / part.width, drawn.height / part.height]
  return marks.map(({ shape, number }) => {
    const lines = outlineOf(shape, size, scaleX).map(line =>
      line.map(({ x, y }) => ({ x: (x - part.x) * scaleX, y: (y - part.y) * scaleY })),
    )
    const start = lines[0]?.[0]
    if (number === undefined || !start) return { lines }
    const inset = Math.ceil(discRadius(number))
    const at = {
      x: clamp(start.x, inset, drawn.width - inset),
      y: clamp(start.y, inset, drawn.height - inset),
    }
    return { lines, label: { value: number, at } }
  })
}

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value))

async function render(open: Open, part: Box, drawn: Size, marks: DrawnMark[]): Promise<Buffer> {
  const { data } = await open({ pages: 1 })
    .autoOrient()
    .extract({ left: part.x, top: part.y, width: part.width, height: part.height })
    .resize({ ...drawn, fit: 'fill' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .composite(marks.length === 0 ? [] : [{ input: drawMarks(drawn, marks), raw: { ...drawn, channels: 4 } }])
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data
}

async function encode(pixels: Buffer, { width, height }: Size): Promise<MarkedPicture> {
  const channels = Math.round(pixels.length / (width * height)) as 1 | 2 | 3 | 4
  const picture = () => sharp(pixels, { raw: { width, height, channels } }).removeAlpha()
  const png = await picture().png({ compressionLevel: 9 }).toBuffer()
  if (png.length <= PNG_BYTES) return { data: png, mime: 'image/png' }
  return { data: await picture().jpeg({ quality: JPEG_QUALITY }).toBuffer(), mime: 'image/jpeg' }
}
