import type { ShapeEntry } from '../definition'
import { geometry } from './geometry'
import { look } from './look'
import { util } from './util'

export const arrow: ShapeEntry<typeof geometry> = {
  geometry,
  util,
  look,
  shortcut: 'a',
  icon: 'i-lucide-move-up-right',
  text: {
    label: 'Arrow',
    describe: (x1, y1, x2, y2) => `Arrow from ${x1}, ${y1} to ${x2}, ${y2}`,
  },
  described: ({ x1, y1, x2, y2 }) => [x1, y1, x2, y2],
}
