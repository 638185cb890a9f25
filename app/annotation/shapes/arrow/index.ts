import { text } from '~/text/annotation'
import type { ShapeDefinition } from '../shape-util'
import { util } from './util'

export const arrow: ShapeDefinition<'arrow'> = {
  util,
  label: text.arrow.label,
  shortcut: 'a',
  icon: 'i-lucide-move-up-right',
  Component: () => import('./ArrowShape.vue'),
}
