import type { Shape } from '#shared/contract/geometry'

/** A position in pixels of the picture. */
export interface Spot {
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

/** A rectangle in pixels of the picture. */
export type Box = Spot & Size

/** Pixels of the drawn mark: the radius of the ring of a point, and the length of an arrow's head. */
const POINT_RADIUS = 11
const HEAD_LENGTH = 14
/** Radians between an arrow's shaft and a side of its head. */
const HEAD_ANGLE = 0.45
const CIRCLE_STEPS = 48

/**
 * Returns the lines of a mark, in pixels of the picture. Points and heads of arrows have a size of their own:
 * `scale` is the number of drawn pixels for a pixel of the picture.
 */
export function outlineOf(shape: Shape, { width, height }: Size, scale: number): Spot[][] {
  const at = (x: number, y: number): Spot => ({ x: x * width, y: y * height })
  switch (shape.kind) {
    case 'point': {
      const radius = POINT_RADIUS / scale
      return [ring(at(shape.geometry.x, shape.geometry.y), radius, radius)]
    }
    case 'rectangle': {
      const { x, y, width: w, height: h } = shape.geometry
      return [[at(x, y), at(x + w, y), at(x + w, y + h), at(x, y + h), at(x, y)]]
    }
    case 'ellipse': {
      const { cx, cy, rx, ry } = shape.geometry
      return [ring(at(cx, cy), rx * width, ry * height)]
    }
    case 'arrow': {
      const tail = at(shape.geometry.x1, shape.geometry.y1)
      const head = at(shape.geometry.x2, shape.geometry.y2)
      const angle = Math.atan2(head.y - tail.y, head.x - tail.x)
      const side = (turn: number): Spot => ({
        x: head.x - (HEAD_LENGTH / scale) * Math.cos(angle + turn),
        y: head.y - (HEAD_LENGTH / scale) * Math.sin(angle + turn),
      })
      return [
        [tail, head],
        [side(HEAD_ANGLE), head, side(-HEAD_ANGLE)],
      ]
    }
    case 'freehand':
      return [shape.geometry.points.map(([x, y]) => at(x, y))]
  }
}

function ring(centre: Spot, rx: number, ry: number): Spot[] {
  return Array.from({ length: CIRCLE_STEPS + 1 }, (_, step) => {
    const angle = (step / CIRCLE_STEPS) * 2 * Math.PI
    return { x: centre.x + rx * Math.cos(angle), y: centre.y + ry * Math.sin(angle) }
  })
}

/** Returns the smallest box around spots, of which there is at least one. */
export function boundsOf(spots: readonly Spot[]): Box {
  const xs = spots.map(({ x }) => x)
  const ys = spots.map(({ y }) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
