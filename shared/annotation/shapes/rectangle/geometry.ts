import type { GeometryFrom, GeometryKit } from '../geometry-kit'

/** An area inside the image with a size above 0. x and y are its upper left corner. */
export const geometry = ({ z, EPSILON, fraction, size, pixels, define }: GeometryKit) =>
  define({
    schema: z
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
      }),
    form: '{ x, y, width, height }',
    pixels: z.strictObject({ x: pixels, y: pixels, width: pixels, height: pixels }),
    toPixels: ({ x, y, width, height }, to) => ({
      x: to.x(x),
      y: to.y(y),
      width: to.x(width),
      height: to.y(height),
    }),
  })
export type RectangleGeometry = GeometryFrom<typeof geometry>
