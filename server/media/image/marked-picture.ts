import { toImage, type Box, type ImagePoint, type Size } from '#shared/annotation/projection'
import { anchorOf, hasExtent, outlineOf } from '#shared/annotation/shapes'
import type { Shape } from '#shared/contract/geometry'
import { limits } from '#shared/contract/kit/limits'
import type { Mime } from '#shared/contract/media-types'
import type { ByteSource } from '~~/server/bytes/byte-source'
import { decoding, upright, type Open } from './decode'
import { CAPTION_HEIGHT, drawCaption } from './marks/caption'
import { boundsOf, cropAround } from './marks/crop'
import { discRadius, drawMarks, type DrawnMark } from './marks/draw-marks'
import sharp from './sharp'

const JPEG_QUALITY = 85

/** A mark to draw. `number` is the number of the mark's comment in lists of comments. */
export interface Marked {
  shape: Shape
  number?: number
}

export interface MarkedPicture {
  data: Buffer
  mime: Mime
  /**
   * The part of the picture that the drawing shows, in pixels of the picture. If two pictures are compared,
   * it is the part of the first picture.
   */
  part: Box
  /** The number of drawing pixels per picture pixel. */
  scale: number
}

/**
 * Draws marks on a picture for an agent. The result has at most `side` pixels per side, is never enlarged,
 * and has no metadata. If `around` is given, the result shows only the part of the picture around those
 * shapes. Throws a MediaError for a picture that does not decode.
 */
export function markedPicture(
  source: ByteSource,
  mime: Mime,
  { side, marks, around }: { side: number; marks: readonly Marked[]; around?: readonly Shape[] },
): Promise<MarkedPicture> {
  return decoding(source, mime, async (open, metadata) => {
    const size = upright(metadata)
    const part = partAround(around, size)
    const drawn = fitted(part, { width: side, height: side })
    const pixels = await render(open, part, drawn, drawnMarks(marks, size, part, drawn))
    return { ...(await encode(pixels, drawn)), part, scale: drawn.width / part.width }
  })
}

/** The width of the line between two compared pictures, in pixels. */
const SEPARATOR = 4
const SEPARATOR_COLOR = '#888'

/**
 * Draws the same part of two pictures next to each other, so that an agent can compare them. `before` is on
 * the left with marks, and `after` is on the right without marks. A thin line separates them, and each has a
 * caption below. The result has at most `side` pixels per side, and neither part is enlarged. Throws a
 * MediaError for a picture that does not decode.
 */
export function comparedPictures(
  before: { source: ByteSource; mime: Mime },
  after: { source: ByteSource; mime: Mime },
  { side, marks, around }: { side: number; marks: readonly Marked[]; around?: readonly Shape[] },
): Promise<MarkedPicture> {
  const most = { width: Math.floor((side - SEPARATOR) / 2), height: side - CAPTION_HEIGHT }
  return decoding(before.source, before.mime, (openBefore, metadataBefore) =>
    decoding(after.source, after.mime, async (openAfter, metadataAfter) => {
      const size = upright(metadataBefore)
      const part = partAround(around, size)
      const left = fitted(part, most)
      const samePart = scaledPart(part, size, upright(metadataAfter))
      const right = fitted(samePart, most)
      const width = left.width + SEPARATOR + right.width
      const height = Math.max(left.height, right.height) + CAPTION_HEIGHT
      const halves = [
        {
          caption: 'before',
          drawn: left,
          x: 0,
          pixels: await render(openBefore, part, left, drawnMarks(marks, size, part, left)),
        },
        {
          caption: 'after',
          drawn: right,
          x: left.width + SEPARATOR,
          pixels: await render(openAfter, samePart, right, []),
        },
      ]
      const pixels = await sharp({ create: { width, height, channels: 3, background: '#fff' } })
        .composite([
          {
            input: { create: { width: SEPARATOR, height, channels: 3, background: SEPARATOR_COLOR } },
            left: left.width,
            top: 0,
          },
          ...halves.flatMap(({ caption, drawn, x, pixels }) => [
            { input: pixels, raw: { ...drawn, channels: channelsOf(pixels, drawn) }, left: x, top: 0 },
            {
              input: drawCaption(caption, drawn.width),
              raw: { width: drawn.width, height: CAPTION_HEIGHT, channels: 1 as const },
              left: x,
              top: height - CAPTION_HEIGHT,
            },
          ]),
        ])
        .raw()
        .toBuffer()
      return { ...(await encode(pixels, { width, height })), part, scale: left.width / part.width }
    }),
  )
}

const partAround = (around: readonly Shape[] = [], size: Size): Box =>
  around.length > 0
    ? cropAround(boundsOf(around.flatMap(shape => outlineOf(shape, size, 1).flat())), size)
    : whole(size)

/**
 * Returns the size at which a part of a picture is drawn. The size is at most `most`, and the part is never
 * enlarged.
 */
function fitted(part: Box, most: Size): Size {
  const scale = Math.min(1, most.width / part.width, most.height / part.height)
  return {
    width: Math.max(1, Math.round(part.width * scale)),
    height: Math.max(1, Math.round(part.height * scale)),
  }
}

/**
 * Converts a part of one picture to the corresponding part of another picture, which may have a different
 * size.
 */
function scaledPart(part: Box, from: Size, to: Size): Box {
  const x = Math.min(to.width - 1, Math.round((part.x / from.width) * to.width))
  const y = Math.min(to.height - 1, Math.round((part.y / from.height) * to.height))
  const width = Math.max(1, Math.round((part.width / from.width) * to.width))
  const height = Math.max(1, Math.round((part.height / from.height) * to.height))
  return { x, y, width: Math.min(width, to.width - x), height: Math.min(height, to.height - y) }
}

const whole = ({ width, height }: Size): Box => ({ x: 0, y: 0, width, height })

/**
 * Converts marks to pixels of the drawing. The number of a mark is drawn at the start of its first line. A
 * numbered shape without extent, such as a point, is drawn only as a disc with its number, as in the review
 * page.
 */
function drawnMarks(marks: readonly Marked[], size: Size, part: Box, drawn: Size): DrawnMark[] {
  const [scaleX, scaleY] = [drawn.width / part.width, drawn.height / part.height]
  const drawnAt = ({ x, y }: ImagePoint): ImagePoint => ({
    x: (x - part.x) * scaleX,
    y: (y - part.y) * scaleY,
  })
  return marks.map(({ shape, number }) => {
    const isDisc = number !== undefined && !hasExtent(shape)
    const lines = isDisc ? [] : outlineOf(shape, size, scaleX).map(line => line.map(drawnAt))
    const start = isDisc ? drawnAt(toImage(size, anchorOf(shape))) : lines[0]?.[0]
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
    .toColorspace('srgb')
    .composite(marks.length === 0 ? [] : [{ input: drawMarks(drawn, marks), raw: { ...drawn, channels: 4 } }])
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data
}

const channelsOf = (pixels: Buffer, { width, height }: Size) =>
  Math.round(pixels.length / (width * height)) as 1 | 2 | 3 | 4

async function encode(
  pixels: Buffer,
  { width, height }: Size,
): Promise<Pick<MarkedPicture, 'data' | 'mime'>> {
  const channels = channelsOf(pixels, { width, height })
  const picture = () => sharp(pixels, { raw: { width, height, channels } }).removeAlpha()
  const png = await picture().png({ compressionLevel: 9 }).toBuffer()
  // MCP clients count the base64 text of a picture as part of the conversation, so a large PNG becomes a
  // JPEG.
  if (png.length <= limits.drawnPngBytes) return { data: png, mime: 'image/png' }
  return { data: await picture().jpeg({ quality: JPEG_QUALITY }).toBuffer(), mime: 'image/jpeg' }
}
