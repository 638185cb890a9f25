import { z } from 'zod'

const outside = 'must be between 0 and 1, a fraction of the image, not pixels'
/** The schema of a fraction of the image's width or height, from 0 to 1. */
const fraction = (description: string) => z.number().min(0, outside).max(1, outside).meta({ description })
/** The schema of a size like {@link fraction}, but greater than 0. */
const size = (description: string) =>
  fraction(description).gt(0, 'must be greater than 0').meta({ description })

/**
 * The tolerance for sums of fractions. Because of floating-point errors, a sum such as 0.7 + 0.3 may exceed
 * 1, but by less than this.
 */
const EPSILON = 1e-9

/** The schema of a position or length in pixels of the picture. */
const pixels = z.int().min(0)

/** Functions that convert fractions of the width and height of a picture to whole pixels. */
export interface ToPixels {
  x: (share: number) => number
  y: (share: number) => number
}

/** Defines the geometry of one kind of shape for the contract. */
const define = <Schema extends z.ZodObject, Pixels extends z.ZodType>(definition: {
  /** The schema of the geometry in fractions of the width and height of the revision. */
  schema: Schema
  /** How error messages describe the fields of the geometry. */
  form: string
  /** The schema of the geometry in pixels of the picture. */
  pixels: Pixels
  toPixels: (geometry: z.output<Schema>, to: ToPixels) => z.output<Pixels>
}) => definition

/**
 * The parts that the geometry of a kind of shape is built from. A kind gets them as an argument and imports
 * only their type, since the dashboard also loads the kinds, but not zod, which is large. Only the contract
 * loads this file.
 */
export const geometryKit = { z, fraction, size, pixels, EPSILON, define }
export type GeometryKit = typeof geometryKit

/** The function of a kind of shape that builds its geometry for the contract. */
export type BuildGeometry = (kit: GeometryKit) => { readonly schema: z.ZodObject }
/** The type of a geometry in fractions of the image. */
export type GeometryFrom<Build extends BuildGeometry> = z.output<ReturnType<Build>['schema']>
