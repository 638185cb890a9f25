import { z } from 'zod'

/** What the geometries of all kinds are made of. Only the contract loads it: zod is heavy. */

const outside = 'must be between 0 and 1, a fraction of the image, not pixels'
/** A number from 0 to 1, of the image's width or height. */
export const fraction = (description: string) =>
  z.number().min(0, outside).max(1, outside).meta({ description })
/** A size as {@link fraction}, greater than 0. */
export const size = (description: string) =>
  fraction(description).gt(0, 'must be greater than 0').meta({ description })

/** Rounding of decimal fractions: 0.7 + 0.3 may exceed 1 by less than this. */
export const EPSILON = 1e-9

/** A number of pixels of the picture. */
export const pixels = z.int().min(0)

/** Converts fractions of a picture's width and height to pixels, rounded to whole ones. */
interface ToPixels {
  x: (share: number) => number
  y: (share: number) => number
}

/** Defines the geometry of one kind for the contract. */
export const defineGeometry = <Schema extends z.ZodObject, Pixels extends z.ZodType>(definition: {
  /** Fractions of the revision's pixel width and height. */
  schema: Schema
  /** The form of the geometry, as error messages show it. */
  form: string
  /** The same form in pixels of the picture. */
  pixels: Pixels
  toPixels: (geometry: z.output<Schema>, to: ToPixels) => z.output<Pixels>
}) => definition
