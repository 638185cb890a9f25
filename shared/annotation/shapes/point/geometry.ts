import type { GeometryFrom, GeometryKit } from '../geometry-kit'

/** A spot, as fractions of the revision's pixel width and height. */
export const geometry = ({ z, fraction, pixels, define }: GeometryKit) =>
  define({
    schema: z
      .object({
        x: fraction('Distance from the left edge, in widths of the image.'),
        y: fraction('Distance from the top edge, in heights of the image.'),
      })
      .meta({ id: 'PointGeometry', title: 'Geometry of kind `point`', description: 'A spot.' }),
    form: '{ x, y }',
    pixels: z.strictObject({ x: pixels, y: pixels }),
    toPixels: ({ x, y }, to) => ({ x: to.x(x), y: to.y(y) }),
  })
export type PointGeometry = GeometryFrom<typeof geometry>
