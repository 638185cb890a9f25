import type { ShapeEntry } from '../definition'
import { geometry } from './geometry'
import { look } from './look'
import { util } from './util'

export const ellipse: ShapeEntry<typeof geometry> = {
  geometry,
  util,
  look,
  shortcut: 'u',
  icon: 'i-lucide-circle',
  text: {
    label: 'Ellipse',
    describe: (x, y, width, height) =>
      `Ellipse around ${x} from the left, ${y} from the top, ${width} × ${height}`,
  },
  described: ({ cx, cy, rx, ry }) => [cx, cy, 2 * rx, 2 * ry],
}
