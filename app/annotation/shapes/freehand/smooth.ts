import type { ScreenPoint } from '../../projection'

/** Radians: where a line turns by more, the corner is intended and stays sharp. */
const CORNER = Math.PI / 3

/** A cubic Bézier curve to a point, with its two control points. */
export interface Curve {
  control1: ScreenPoint
  control2: ScreenPoint
  to: ScreenPoint
}

/**
 * Curves through the points of a line, as a Catmull-Rom spline has them: each point's tangent is parallel to
 * the chord of its neighbours. At the ends and at sharp corners there is no tangent, so that a corner does
 * not bulge.
 */
export function smooth(points: readonly ScreenPoint[]): Curve[] {
  const tangents = points.map((at, index) => tangentOf(points[index - 1], at, points[index + 1]))
  return points.slice(1).map((to, index) => {
    const from = points[index] ?? to
    const reach = Math.hypot(to.x - from.x, to.y - from.y) / 3
    const [leave, arrive] = [tangents[index] ?? none, tangents[index + 1] ?? none]
    return {
      control1: { x: from.x + leave.x * reach, y: from.y + leave.y * reach },
      control2: { x: to.x - arrive.x * reach, y: to.y - arrive.y * reach },
      to,
    }
  })
}

const none: ScreenPoint = { x: 0, y: 0 }

/** The direction of a line at a point, of length 1; none at an end or a corner. */
function tangentOf(before: ScreenPoint | undefined, at: ScreenPoint, after: ScreenPoint | undefined) {
  if (!before || !after) return none
  const turn = Math.abs(
    Math.atan2(after.y - at.y, after.x - at.x) - Math.atan2(at.y - before.y, at.x - before.x),
  )
  if (Math.min(turn, 2 * Math.PI - turn) > CORNER) return none
  const length = Math.hypot(after.x - before.x, after.y - before.y)
  return length === 0 ? none : { x: (after.x - before.x) / length, y: (after.y - before.y) / length }
}
