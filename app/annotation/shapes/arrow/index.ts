import { annotation as text } from '~/text/shell'
import type { ShapeDefinition } from '../shape-util'
import { util } from './util'

export const arrow: ShapeDefinition<'arrow'> = {
  util,
  get label() {
    return text.arrow.label
  },
  shortcut: 'a',
  icon: 'i-lucide-move-up-right',
  Component: () => import('./ArrowShape.vue'),
}
