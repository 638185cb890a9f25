import { z } from 'zod'
import { geometries } from '../annotation/shapes/geometries'
import { limits } from './kit/limits'
import type { RawBody } from './kit/operation'
import { kibibytes } from './kit/sizes'
import { pictureWidths } from './media-types'

export const pictureWidth = z
  .enum(pictureWidths)
  .default('1024')
  .meta({ description: 'The longest side in pixels; the image is never enlarged.' })

/** A geometry in pixels of the picture. It has the same fields as `Geometry`, with whole numbers. */
export const PixelGeometry = z
  .union(Object.values(geometries).map(each => each.pixels))
  .meta({ id: 'PixelGeometry', description: 'The geometry in pixels, in the same form.' })
export type PixelGeometry = z.infer<typeof PixelGeometry>

/** The response of an operation that returns a picture with drawn marks. */
export const markedPicture = {
  raw: '*/*',
  description:
    `A PNG, or a JPEG if the PNG would be larger than ${kibibytes(limits.drawnPngBytes)}. ` +
    '`X-Picture-Part` states the shown part in pixels of the image, and the scale: ' +
    '`x=760, y=360, width=480, height=480, scale=1`.',
  file: { cacheControl: '`private, no-cache`.', isPart: true },
} as const satisfies RawBody
