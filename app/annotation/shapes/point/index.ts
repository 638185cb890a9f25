import { text } from '~/text/annotation'
import type { ShapeDefinition } from '../shape-util'
import { util } from './util'

export const point: ShapeDefinition<'point'> = {
  util,
  label: text.point.label,
  shortcut: 'p',
  icon: 'i-lucide-map-pin',
  Component: () => import('./PointShape.vue'),
}
