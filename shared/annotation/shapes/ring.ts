import type { ImagePoint } from '../projection'

const STEPS = 48

/** Returns the outline of an ellipse as one closed line. */
export function ring(center: ImagePoint, rx: number, ry: number): ImagePoint[] {
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const angle = (step / STEPS) * 2 * Math.PI
    return { x: center.x + rx * Math.cos(angle), y: center.y + ry * Math.sin(angle) }
  })
}
