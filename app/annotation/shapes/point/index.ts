import { annotation as text } from '~/text/shell'
import type { ShapeDefinition } from '../shape-util'
import { util } from './util'

export const point: ShapeDefinition<'point'> = {
  util,
  get label() {
    return text.point.label
  },
  shortcut: 'p',
  icon: 'i-lucide-map-pin',
  Component: () => import('./PointShape.vue'),
}
