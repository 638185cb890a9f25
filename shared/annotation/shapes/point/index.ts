import type { ShapeDefinition } from '../definition'
import type { PointGeometry } from './geometry'
import { look } from './look'
import { util } from './util'

export const point: ShapeDefinition<PointGeometry> = {
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
