import type { ShapeEntry } from '../definition'
import { geometry } from './geometry'
import { look } from './look'
import { util } from './util'

export const freehand: ShapeEntry<typeof geometry> = {
  geometry,
  util,
  look,
  shortcut: 'm',
  icon: 'i-lucide-pencil',
  text: {
    label: 'Freehand',
    describe: (x1, y1, x2, y2, width, height) =>
      `Freehand line from ${x1}, ${y1} to ${x2}, ${y2}, ${width} × ${height}`,
  },
  described(geometry) {
    const [[x, y] = [0, 0]] = geometry.points
    const [endX, endY] = geometry.points.at(-1) ?? [x, y]
    const { width, height } = util.bounds(geometry)
    return [x, y, endX, endY, width, height]
  },
}
