import { fraction } from '../../fraction'
import { toScreen, toScreenBox, type Box } from '../../projection'
import {
  boxHandles,
  dragBoxHandle,
  drawBox,
  isBoxHandle,
  isBoxTooSmall,
  sizeBox,
  type BoxHandle,
} from '../box'
import type { ShapeUtil } from '../definition'
import type { EllipseGeometry } from './geometry'

/** The minimum radius as a fraction of the image, because the contract requires radii above 0. */
const MIN_RADIUS = 0.000_001

/**
 * An area without corners, drawn and resized by its bounding box. Its pin is on the outline, at the upper
 * left.
 */
export const util: ShapeUtil<EllipseGeometry, BoxHandle> = {
  accepts: geometry => 'cx' in geometry,
  hasExtent: true,
  bounds,
  anchor: ({ cx, cy, rx, ry }) => ({ x: cx - rx * Math.SQRT1_2, y: cy - ry * Math.SQRT1_2 }),
  distance(geometry, at, view) {
    const { x, y, width, height } = toScreenBox(view, bounds(geometry))
    const spot = toScreen(view, at)
    return ellipseDistance(spot.x - x - width / 2, spot.y - y - height / 2, width / 2, height / 2)
  },
  depth(geometry, at, view) {
    const { x, y, width, height } = toScreenBox(view, bounds(geometry))
    const spot = toScreen(view, at)
    const [rx, ry] = [width / 2, height / 2]
    // This is a lower bound of the distance to the outline. It is exact along the shorter axis.
    return Math.max(0, (1 - Math.hypot((spot.x - x - rx) / rx, (spot.y - y - ry) / ry)) * Math.min(rx, ry))
  },
  area: ({ rx, ry }) => Math.PI * rx * ry,
  handles: geometry => boxHandles(bounds(geometry)),
  draw: drag => inBox(drawBox(drag)),
  place: inBox,
  moveBy: ({ cx, cy, rx, ry }, dx, dy) => ({
    cx: fraction(cx + dx, rx, 1 - rx),
    cy: fraction(cy + dy, ry, 1 - ry),
    rx,
    ry,
  }),
  stretch: ({ cx, cy, rx, ry }, factor) => ({ cx, cy: cy * factor, rx, ry: ry * factor }),
  dragHandle: (geometry, handle, to) =>
    isBoxHandle(handle) ? inBox(dragBoxHandle(bounds(geometry), handle, to)) : geometry,
  sizeBy: (geometry, dx, dy) => inBox(sizeBox(bounds(geometry), dx, dy)),
  isTooSmall: (geometry, view) => isBoxTooSmall(bounds(geometry), view),
}

function bounds({ cx, cy, rx, ry }: EllipseGeometry): Box {
  return { x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry }
}

/** Returns the ellipse that fills a box. Its numbers have six decimals, and it is inside the image. */
function inBox({ x, y, width, height }: Box): EllipseGeometry {
  const rx = fraction(width / 2, MIN_RADIUS, 0.5)
  const ry = fraction(height / 2, MIN_RADIUS, 0.5)
  return { cx: fraction(x + width / 2, rx, 1 - rx), cy: fraction(y + height / 2, ry, 1 - ry), rx, ry }
}

/**
 * Returns the distance of a spot from an ellipse around the origin; 0 inside. This is a first-order estimate:
 * exact on the outline, and off by a few percent within the distance of a click. The exact distance would
 * require the root of a quartic equation.
 */
function ellipseDistance(x: number, y: number, rx: number, ry: number): number {
  const level = Math.hypot(x / rx, y / ry)
  if (level <= 1) return 0
  return (level * (level - 1)) / Math.hypot(x / (rx * rx), y / (ry * ry))
}
