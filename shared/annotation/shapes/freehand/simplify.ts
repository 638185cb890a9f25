import type { ScreenPoint } from '../../projection'
import { segmentDistance } from '../segment'

/**
 * The part of the line between two selected points. `farthest` is the point of this part with the greatest
 * distance from the straight line between the two.
 */
interface Section {
  from: number
  to: number
  farthest: number
  distance: number
}

/**
 * Simplifies a line with the Ramer–Douglas–Peucker algorithm. The algorithm repeatedly selects the point that
 * is farthest from the simplified line, until every point is within `tolerance` or `max` points are selected.
 * Returns the indices of the selected points, which include the first and the last point.
 */
export function simplify(points: readonly ScreenPoint[], tolerance: number, max: number): number[] {
  const selected = [0, points.length - 1]
  const sections = [measure(points, 0, points.length - 1)]
  while (selected.length < max) {
    const worst = sections.reduce((a, b) => (b.distance > a.distance ? b : a))
    if (worst.distance <= tolerance) break
    selected.push(worst.farthest)
    sections.splice(
      sections.indexOf(worst),
      1,
      measure(points, worst.from, worst.farthest),
      measure(points, worst.farthest, worst.to),
    )
  }
  return selected.sort((a, b) => a - b)
}

function measure(points: readonly ScreenPoint[], from: number, to: number): Section {
  const worst: Section = { from, to, farthest: from, distance: 0 }
  const [start, end] = [points[from], points[to]]
  if (!start || !end) return worst
  for (const [offset, point] of points.slice(from + 1, to).entries()) {
    const distance = segmentDistance(point, start, end)
    if (distance > worst.distance) {
      worst.farthest = from + 1 + offset
      worst.distance = distance
    }
  }
  return worst
}
