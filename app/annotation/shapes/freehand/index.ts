import { annotation as text } from '~/text/shell'
import type { ShapeDefinition } from '../shape-util'
import { util } from './util'

export const freehand: ShapeDefinition<'freehand'> = {
  util,
  get label() {
    return text.freehand.label
  },
  shortcut: 'm',
  icon: 'i-lucide-pencil',
  Component: () => import('./FreehandShape.vue'),
}
