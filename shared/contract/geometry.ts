import { z } from 'zod'
import { geometries } from '../annotation/shapes/geometries'
import { shapeKinds, type ShapeKind } from '../annotation/shapes/registry'
import { limits } from './kit/limits'

export type { PointGeometry } from '../annotation/shapes/point/geometry'
export type { RectangleGeometry } from '../annotation/shapes/rectangle/geometry'

/**
 * The kinds of shapes that can be drawn on an image. Each kind has a folder in `shared/annotation/shapes/`.
 */
export { shapeKinds, type ShapeKind }

/**
 * The kinds of threads. Every thread has an artifact, except if its kind is `review`. Only the kinds of
 * shapes have a geometry.
 */
export const threadKinds = [...shapeKinds, 'timestamp', 'artifact', 'review'] as const
export type ThreadKind = (typeof threadKinds)[number]

/** The areas of an image that are painted black before the image is published. */
export const redactedAreas = z
  .array(geometries.rectangle.schema)
  .min(1, 'must have at least one area')
  .max(limits.redactedAreas, `must have at most ${limits.redactedAreas} areas`)
  .meta({
    description:
      'Areas of an image to paint black. Numbers are fractions of the image as it is shown, from 0 to 1; ' +
      'x and y are the upper left corner. The redacted image replaces the original, which is deleted ' +
      'before anything is shown.',
  })

/**
 * Returns the kinds of shapes whose geometry has the field `member`. `given` contains the field names of a
 * request. The kinds that have most of these fields come first.
 */
export function kindsWithMember(member: string, given: readonly string[]): ShapeKind[] {
  const shared = (kind: ShapeKind) =>
    given.filter(each => Object.hasOwn(geometries[kind].schema.shape, each)).length
  return shapeKinds
    .filter(kind => Object.hasOwn(geometries[kind].schema.shape, member))
    .toSorted((a, b) => shared(b) - shared(a))
}

/** The type of the geometry of one kind of shape. */
export type GeometryOf<K extends ShapeKind> = {
  [P in ShapeKind]: z.infer<(typeof geometries)[P]['schema']>
}[K]

/** A kind of shape together with its geometry. Shapes are stored, drawn and edited in this form. */
export type ShapeOf<K extends ShapeKind> = { [P in K]: { kind: P; geometry: GeometryOf<P> } }[K]
export type Shape = ShapeOf<ShapeKind>

const list = shapeKinds.map(kind => `${kind} ${geometries[kind].form}`).join(', ')

/** The geometry of a thread. Its form depends on the kind of the thread. */
export const Geometry = z
  .union(Object.values(geometries).map(each => each.schema))
  .meta({ id: 'Geometry', description: `The form depends on the kind: ${list}.` })
export type Geometry = GeometryOf<ShapeKind>

/**
 * The geometry in a request. `/openapi.json` describes it as {@link Geometry}, but the schema accepts any
 * value, because the valid form depends on the kind of the thread. The function `parseGeometry` validates the
 * geometry with the schema of its kind, so that an error can state which field is invalid.
 */
export const GeometryInput = z.unknown().meta({
  description: `Required for a kind that is drawn: ${list}. Numbers are fractions of the image, from 0 to 1.`,
  allOf: [{ $ref: '#/components/schemas/Geometry' }],
})

/**
 * The additional shapes of a thread in a request. Each shape has a kind and a geometry like
 * {@link GeometryInput}.
 */
export const ShapesInput = z
  .array(z.object({ kind: z.enum(shapeKinds), geometry: GeometryInput }))
  .max(limits.furtherShapes, `must have at most ${limits.furtherShapes} shapes`)
  .meta({
    description: 'More shapes of the same comment, in addition to the first in `kind` and `geometry`.',
  })
export type ShapesInput = z.infer<typeof ShapesInput>
