import type { ShapeEntry } from '../definition'
import { geometry } from './geometry'
import { look } from './look'
import { util } from './util'

export const rectangle: ShapeEntry<typeof geometry> = {
  geometry,
  util,
  look,
  shortcut: 'r',
  icon: 'i-lucide-square',
  text: {
    label: 'Rectangle',
    describe: (x, y, width, height) =>
      `Rectangle at ${x} from the left, ${y} from the top, ${width} × ${height}`,
  },
  described: ({ x, y, width, height }) => [x, y, width, height],
}
