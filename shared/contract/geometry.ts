import { z } from 'zod'
import { limits } from './kit/limits'

/** The kinds that are drawn on an image. Each has a geometry below. */
export const shapeKinds = ['point', 'rectangle', 'ellipse', 'arrow', 'freehand'] as const
export type ShapeKind = (typeof shapeKinds)[number]

/**
 * What a thread points at. `review` is the only kind without an artifact; the kinds not drawn have no
 * geometry.
 */
export const threadKinds = [...shapeKinds, 'timestamp', 'artifact', 'review'] as const
export type ThreadKind = (typeof threadKinds)[number]

const outside = 'must be between 0 and 1, a fraction of the image, not pixels'
/** A number from 0 to 1, of the image's width or height. */
const fraction = (description: string) => z.number().min(0, outside).max(1, outside).meta({ description })
/** A size as {@link fraction}, greater than 0. */
const size = (description: string) =>
  fraction(description).gt(0, 'must be greater than 0').meta({ description })

/** Rounding of decimal fractions: 0.7 + 0.3 may exceed 1 by less than this. */
const EPSILON = 1e-9

/** A spot, as fractions of the revision's pixel width and height. */
export const PointGeometry = z
  .object({
    x: fraction('Distance from the left edge, in widths of the image.'),
    y: fraction('Distance from the top edge, in heights of the image.'),
  })
  .meta({ id: 'PointGeometry', title: 'Geometry of kind `point`', description: 'A spot.' })

/** An area of positive size that stays inside the image; x and y are its upper left corner. */
export const RectangleGeometry = z
  .object({
    x: fraction('Its left side: x, y is the top-left corner.'),
    y: fraction('Its top side.'),
    width: size('x + width is at most 1.'),
    height: size('y + height is at most 1.'),
  })
  .superRefine((box, context) => {
    if (box.x + box.width > 1 + EPSILON)
      context.addIssue({
        code: 'custom',
        path: ['width'],
        message: 'x + width must not exceed 1: the rectangle leaves the image on the right',
      })
    if (box.y + box.height > 1 + EPSILON)
      context.addIssue({
        code: 'custom',
        path: ['height'],
        message: 'y + height must not exceed 1: the rectangle leaves the image at the bottom',
      })
  })
  .meta({
    id: 'RectangleGeometry',
    title: 'Geometry of kind `rectangle`',
    description: 'An area inside the image, from its top-left corner.',
  })

/** Areas of an image that are painted over before it is published. */
export const redactedAreas = z
  .array(RectangleGeometry)
  .min(1, 'must have at least one area')
  .max(limits.redactedAreas, `must have at most ${limits.redactedAreas} areas`)
  .meta({
    description:
      'Areas of an image to paint over with black. Numbers are fractions of the image as ' +
      'shown, from 0 to 1; x and y are the upper left corner. The redacted image replaces the ' +
      'original, whose bytes are deleted before anything is shown.',
  })

const radius = (description: string) =>
  size(description).max(0.5, 'must be at most 0.5, half of the image').meta({ description })

/** An ellipse with radii along the axes; it stays inside the image. */
export const EllipseGeometry = z
  .object({
    cx: fraction('Its centre.'),
    cy: fraction('Its centre.'),
    rx: radius('Half its width: cx - rx is at least 0, cx + rx at most 1.'),
    ry: radius('Half its height: cy - ry is at least 0, cy + ry at most 1.'),
  })
  .superRefine(({ cx, cy, rx, ry }, context) => {
    if (cx - rx < -EPSILON || cx + rx > 1 + EPSILON)
      context.addIssue({
        code: 'custom',
        path: ['rx'],
        message: 'must not exceed cx, nor 1 - cx: the ellipse leaves the image at the side',
      })
    if (cy - ry < -EPSILON || cy + ry > 1 + EPSILON)
      context.addIssue({
        code: 'custom',
        path: ['ry'],
        message: 'must not exceed cy, nor 1 - cy: the ellipse leaves the image at the top or bottom',
      })
  })
  .meta({
    id: 'EllipseGeometry',
    title: 'Geometry of kind `ellipse`',
    description: 'An ellipse inside the image, with radii along its sides.',
  })

/** From (x1, y1) to its head at (x2, y2). */
export const ArrowGeometry = z
  .object({
    x1: fraction('The tail.'),
    y1: fraction('The tail.'),
    x2: fraction('The head.'),
    y2: fraction('The head.'),
  })
  .meta({ id: 'ArrowGeometry', title: 'Geometry of kind `arrow`', description: 'A line with a head.' })

const { freehandPointsMin, freehandPointsMax } = limits

/** A line drawn by hand, as the spots it passes. */
export const FreehandGeometry = z
  .object({
    points: z
      .array(
        z.tuple(
          [fraction('x, the distance from the left edge.'), fraction('y, the distance from the top.')],
          {
            error: 'must be a pair [x, y] of numbers',
          },
        ),
      )
      .min(freehandPointsMin, `must have at least ${freehandPointsMin} points`)
      .max(freehandPointsMax, `must have at most ${freehandPointsMax} points`)
      .meta({ description: 'Pairs [x, y], from the start of the line to its end.' }),
  })
  .meta({
    id: 'FreehandGeometry',
    title: 'Geometry of kind `freehand`',
    description: 'A line drawn by hand.',
  })

export type PointGeometry = z.infer<typeof PointGeometry>
export type RectangleGeometry = z.infer<typeof RectangleGeometry>
export type EllipseGeometry = z.infer<typeof EllipseGeometry>
export type ArrowGeometry = z.infer<typeof ArrowGeometry>
export type FreehandGeometry = z.infer<typeof FreehandGeometry>

/** The geometry schema of each kind that is drawn. */
export const geometryOf = {
  point: PointGeometry,
  rectangle: RectangleGeometry,
  ellipse: EllipseGeometry,
  arrow: ArrowGeometry,
  freehand: FreehandGeometry,
} as const satisfies Record<ShapeKind, z.ZodType>

/** The form of each geometry, as error messages show it. */
export const geometryForms = {
  point: '{ x, y }',
  rectangle: '{ x, y, width, height }',
  ellipse: '{ cx, cy, rx, ry }',
  arrow: '{ x1, y1, x2, y2 }',
  freehand: `{ points: [[x, y], …] } with ${limits.freehandPointsMin} to ${limits.freehandPointsMax} points`,
} as const satisfies Record<ShapeKind, string>

/**
 * Returns the kinds whose geometry has a member, the most similar to the given members first; none for a
 * member of no kind.
 */
export function kindsWithMember(member: string, given: readonly string[]): ShapeKind[] {
  const shared = (kind: ShapeKind) => given.filter(each => Object.hasOwn(geometryOf[kind].shape, each)).length
  return shapeKinds
    .filter(kind => Object.hasOwn(geometryOf[kind].shape, member))
    .toSorted((a, b) => shared(b) - shared(a))
}

/** The geometry of one kind. */
export type GeometryOf<K extends ShapeKind> = { [P in ShapeKind]: z.infer<(typeof geometryOf)[P]> }[K]

/** A kind with its geometry: what is stored, drawn, hit and edited. */
export type ShapeOf<K extends ShapeKind> = { [P in K]: { kind: P; geometry: GeometryOf<P> } }[K]
export type Shape = ShapeOf<ShapeKind>

const list = shapeKinds.map(kind => `${kind} ${geometryForms[kind]}`).join(', ')

/** The geometry of a thread, whose kind decides the form. */
export const Geometry = z
  .union(Object.values(geometryOf))
  .meta({ id: 'Geometry', description: `The form depends on the kind: ${list}.` })
export type Geometry = GeometryOf<ShapeKind>

/**
 * Geometry in a request. `/openapi.json` describes it as {@link Geometry}, but the schema itself takes
 * anything: which form is right depends on the kind of the thread, and an error should name the field of that
 * form. `parseGeometry` in the domain checks it with {@link geometryOf}.
 */
export const GeometryInput = z.unknown().meta({
  description: `Required for a kind that is drawn: ${list}. Numbers are fractions of the image, from 0 to 1.`,
  allOf: [{ $ref: '#/components/schemas/Geometry' }],
})

/** The further shapes of a thread in a request: like {@link GeometryInput}, each with its kind. */
export const ShapesInput = z
  .array(z.object({ kind: z.enum(shapeKinds), geometry: GeometryInput }))
  .max(limits.furtherShapes, `must have at most ${limits.furtherShapes} shapes`)
  .meta({
    description: 'Further shapes of the same comment, beside `kind` and `geometry`, which are the first.',
  })
export type ShapesInput = z.infer<typeof ShapesInput>
