import type { GeometryFrom, GeometryKit } from '../geometry-kit'

/** A line from (x1, y1) to a head at (x2, y2). */
export const geometry = ({ z, fraction, pixels, define }: GeometryKit) =>
  define({
    schema: z
      .object({
        x1: fraction('The tail.'),
        y1: fraction('The tail.'),
        x2: fraction('The head.'),
        y2: fraction('The head.'),
      })
      .meta({ id: 'ArrowGeometry', title: 'Geometry of kind `arrow`', description: 'A line with a head.' }),
    form: '{ x1, y1, x2, y2 }',
    pixels: z.strictObject({ x1: pixels, y1: pixels, x2: pixels, y2: pixels }),
    toPixels: ({ x1, y1, x2, y2 }, to) => ({ x1: to.x(x1), y1: to.y(y1), x2: to.x(x2), y2: to.y(y2) }),
  })
export type ArrowGeometry = GeometryFrom<typeof geometry>
