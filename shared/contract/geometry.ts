import { z } from 'zod'

/** What a note points at. `review` is the only kind that has no artifact. */
export const threadKinds = ['point', 'rectangle', 'arrow', 'timestamp', 'artifact', 'review'] as const
export type ThreadKind = (typeof threadKinds)[number]

const unit = z
  .number()
  .min(0, 'must lie between 0 and 1, a fraction of the picture, not pixels')
  .max(1, 'must lie between 0 and 1, a fraction of the picture, not pixels')

/** Rounding of decimal fractions: 0.7 + 0.3 may exceed 1 by less than this. */
const EPSILON = 1e-9

/** A spot, as fractions of the revision's pixel width and height. */
export const PointGeometry = z.object({ x: unit, y: unit }).meta({ id: 'PointGeometry' })

/** An area of positive size that stays inside the picture; x and y are its upper left corner. */
export const RectangleGeometry = z
  .object({
    x: unit,
    y: unit,
    width: unit.gt(0, 'must be greater than 0'),
    height: unit.gt(0, 'must be greater than 0'),
  })
  .superRefine((box, context) => {
    if (box.x + box.width > 1 + EPSILON)
      context.addIssue({
        code: 'custom',
        path: ['width'],
        message: 'x + width must not exceed 1: the rectangle leaves the picture on the right',
      })
    if (box.y + box.height > 1 + EPSILON)
      context.addIssue({
        code: 'custom',
        path: ['height'],
        message: 'y + height must not exceed 1: the rectangle leaves the picture at the bottom',
      })
  })
  .meta({ id: 'RectangleGeometry' })

/** From (x1, y1) to its head at (x2, y2). */
export const ArrowGeometry = z
  .object({ x1: unit, y1: unit, x2: unit, y2: unit })
  .meta({ id: 'ArrowGeometry' })

export type PointGeometry = z.infer<typeof PointGeometry>
export type RectangleGeometry = z.infer<typeof RectangleGeometry>
export type ArrowGeometry = z.infer<typeof ArrowGeometry>

/** The geometry schema of each kind that is drawn; the other kinds have none. */
export const geometryOf = {
  point: PointGeometry,
  rectangle: RectangleGeometry,
  arrow: ArrowGeometry,
} as const satisfies Partial<Record<ThreadKind, z.ZodType>>

/** The kinds that are drawn on a picture. */
export type ShapeKind = keyof typeof geometryOf

export const Geometry = z.union([RectangleGeometry, ArrowGeometry, PointGeometry])
export type Geometry = PointGeometry | RectangleGeometry | ArrowGeometry

/** A mark as data: what is stored, drawn, hit and edited. */
export type Shape =
  | { kind: 'point'; geometry: PointGeometry }
  | { kind: 'rectangle'; geometry: RectangleGeometry }
  | { kind: 'arrow'; geometry: ArrowGeometry }
