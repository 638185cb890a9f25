import type { GeometryFrom, GeometryKit } from '../geometry-kit'

/** An ellipse whose axes are horizontal and vertical. It is inside the image. */
export const geometry = ({ z, EPSILON, fraction, size, pixels, define }: GeometryKit) => {
  const radius = (description: string) =>
    size(description).max(0.5, 'must be at most 0.5, half of the image').meta({ description })
  return define({
    schema: z
      .object({
        cx: fraction('Its center.'),
        cy: fraction('Its center.'),
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
      }),
    form: '{ cx, cy, rx, ry }',
    pixels: z.strictObject({ cx: pixels, cy: pixels, rx: pixels, ry: pixels }),
    toPixels: ({ cx, cy, rx, ry }, to) => ({ cx: to.x(cx), cy: to.y(cy), rx: to.x(rx), ry: to.y(ry) }),
  })
}
export type EllipseGeometry = GeometryFrom<typeof geometry>
