import { limits } from '../../../contract/kit/limits'
import type { GeometryFrom, GeometryKit } from '../geometry-kit'

const { freehandPointsMin, freehandPointsMax } = limits

/** A line drawn by hand, stored as a list of spots on the line. */
export const geometry = ({ z, fraction, pixels, define }: GeometryKit) =>
  define({
    schema: z
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
      }),
    form: `{ points: [[x, y], …] } with ${freehandPointsMin} to ${freehandPointsMax} points`,
    pixels: z.strictObject({ points: z.array(z.tuple([pixels, pixels])) }),
    toPixels: ({ points }, to) => ({ points: points.map(([x, y]): [number, number] => [to.x(x), to.y(y)]) }),
  })
export type FreehandGeometry = GeometryFrom<typeof geometry>
