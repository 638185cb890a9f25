import { z } from 'zod'
import type { RawBody } from './kit/operation'
import { pictureWidths } from './media-types'

export const pictureWidth = z
  .enum(pictureWidths)
  .default('1024')
  .meta({ description: 'Pixels of its longest side; it is never enlarged.' })

const pixels = z.int().min(0)

/** A geometry in pixels of the picture: the forms of `Geometry` with whole numbers. */
export const PixelGeometry = z
  .union([
    z.strictObject({ x: pixels, y: pixels }),
    z.strictObject({ x: pixels, y: pixels, width: pixels, height: pixels }),
    z.strictObject({ cx: pixels, cy: pixels, rx: pixels, ry: pixels }),
    z.strictObject({ x1: pixels, y1: pixels, x2: pixels, y2: pixels }),
    z.strictObject({ points: z.array(z.tuple([pixels, pixels])) }),
  ])
  .meta({ id: 'PixelGeometry', description: 'The geometry in pixels, in the same form.' })
export type PixelGeometry = z.infer<typeof PixelGeometry>

/** A picture with marks, as a response. */
export const markedPicture = {
  raw: '*/*',
  description:
    'A PNG, or a JPEG where the PNG would be larger than 60 KiB. `X-Picture-Part` says what it shows, in ' +
    'pixels of the image, and its scale: `x=760, y=360, width=480, height=480, scale=1`.',
  file: { cacheControl: '`private, no-cache`.', isPart: true },
} as const satisfies RawBody
