import { z } from 'zod'

/**
 * The parts that the geometry schemas are built from. Only the contract loads this file, because zod is
 * large.
 */

const outside = 'must be between 0 and 1, a fraction of the image, not pixels'
/** The schema of a fraction of the image's width or height, from 0 to 1. */
export const fraction = (description: string) =>
  z.number().min(0, outside).max(1, outside).meta({ description })
/** The schema of a size like {@link fraction}, but greater than 0. */
export const size = (description: string) =>
  fraction(description).gt(0, 'must be greater than 0').meta({ description })

/**
 * The tolerance for sums of fractions. Because of floating-point errors, a sum such as 0.7 + 0.3 may exceed
 * 1, but by less than this.
 */
export const EPSILON = 1e-9

/** The schema of a position or length in pixels of the picture. */
export const pixels = z.int().min(0)

/** Functions that convert fractions of the width and height of a picture to whole pixels. */
export interface ToPixels {
  x: (share: number) => number
  y: (share: number) => number
}

/** Defines the geometry of one kind of shape for the contract. */
export const defineGeometry = <Schema extends z.ZodObject, Pixels extends z.ZodType>(definition: {
  /** The schema of the geometry in fractions of the width and height of the revision. */
  schema: Schema
  /** How error messages describe the fields of the geometry. */
  form: string
  /** The schema of the geometry in pixels of the picture. */
  pixels: Pixels
  toPixels: (geometry: z.output<Schema>, to: ToPixels) => z.output<Pixels>
}) => definition
