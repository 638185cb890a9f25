import type { ShapeEntry } from '../definition'
import { geometry } from './geometry'
import { look } from './look'
import { util } from './util'

export const point: ShapeEntry<typeof geometry> = {
  geometry,
  util,
  look,
  shortcut: 'p',
  icon: 'i-lucide-map-pin',
  text: {
    label: 'Point',
    describe: (x, y) => `Point at ${x} from the left, ${y} from the top`,
  },
  described: ({ x, y }) => [x, y],
}
