import { clamp } from '../fraction'
import type { ScreenPoint } from '../projection'

/** Returns the distance of a spot from the line segment between two ends, which may be equal. */
export function segmentDistance(spot: ScreenPoint, start: ScreenPoint, end: ScreenPoint): number {
  const [dx, dy] = [end.x - start.x, end.y - start.y]
  const square = dx * dx + dy * dy
  const along = square === 0 ? 0 : clamp(((spot.x - start.x) * dx + (spot.y - start.y) * dy) / square, 0, 1)
  return Math.hypot(start.x + along * dx - spot.x, start.y + along * dy - spot.y)
}
