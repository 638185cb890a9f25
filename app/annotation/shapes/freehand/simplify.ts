import type { ScreenPoint } from '../../projection'
import { segmentDistance } from '../segment'

/** A stretch of the line between two kept points, with the point that lies farthest from its chord. */
interface Stretch {
  from: number
  to: number
  farthest: number
  distance: number
}

/**
 * Indices of the points that keep a line's form, first and last included: the algorithm of Ramer, Douglas and
 * Peucker, which adds the point farthest from the simplified line until none is farther than `tolerance`. It
 * splits the worst stretch first, so that at most `max` points are the `max` that matter most.
 */
export function simplify(points: readonly ScreenPoint[], tolerance: number, max: number): number[] {
  const kept = [0, points.length - 1]
  const stretches = [measure(points, 0, points.length - 1)]
  while (kept.length < max) {
    const worst = stretches.reduce((a, b) => (b.distance > a.distance ? b : a))
    if (worst.distance <= tolerance) break
    kept.push(worst.farthest)
    stretches.splice(
      stretches.indexOf(worst),
      1,
      measure(points, worst.from, worst.farthest),
      measure(points, worst.farthest, worst.to),
    )
  }
  return kept.sort((a, b) => a - b)
}

function measure(points: readonly ScreenPoint[], from: number, to: number): Stretch {
  const worst: Stretch = { from, to, farthest: from, distance: 0 }
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
