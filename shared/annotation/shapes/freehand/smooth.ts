import type { ScreenPoint } from '../../projection'

/** The angle in radians from which a turn of the line is treated as an intended corner, which stays sharp. */
const CORNER = Math.PI / 3

/** A cubic Bézier curve to a point, with its two control points. */
export interface Curve {
  control1: ScreenPoint
  control2: ScreenPoint
  to: ScreenPoint
}

/**
 * Returns curves through the points of a line. As in a Catmull-Rom spline, the tangent at each point is
 * parallel to the straight line between the two points next to it. Ends and sharp corners have no tangent, so
 * that the curve does not bulge there.
 */
export function smooth(points: readonly ScreenPoint[]): Curve[] {
  const tangents = points.map((at, index) => tangentOf(points[index - 1], at, points[index + 1]))
  return points.slice(1).map((to, index) => {
    const from = points[index] ?? to
    const length = Math.hypot(to.x - from.x, to.y - from.y) / 3
    const [start, end] = [tangents[index] ?? none, tangents[index + 1] ?? none]
    return {
      control1: { x: from.x + start.x * length, y: from.y + start.y * length },
      control2: { x: to.x - end.x * length, y: to.y - end.y * length },
      to,
    }
  })
}

const none: ScreenPoint = { x: 0, y: 0 }

/**
 * Returns the direction of the curve at a point as a unit vector; a zero vector at an end or a sharp corner.
 */
function tangentOf(before: ScreenPoint | undefined, at: ScreenPoint, after: ScreenPoint | undefined) {
  if (!before || !after) return none
  const turn = Math.abs(
    Math.atan2(after.y - at.y, after.x - at.x) - Math.atan2(at.y - before.y, at.x - before.x),
  )
  if (Math.min(turn, 2 * Math.PI - turn) > CORNER) return none
  const length = Math.hypot(after.x - before.x, after.y - before.y)
  return length === 0 ? none : { x: (after.x - before.x) / length, y: (after.y - before.y) / length }
}
