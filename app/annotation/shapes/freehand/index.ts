import { text } from '~/text/annotation'
import type { ShapeDefinition } from '../shape-util'
import { util } from './util'

export const freehand: ShapeDefinition<'freehand'> = {
  util,
  label: text.freehand.label,
  shortcut: 'm',
  icon: 'i-lucide-pencil',
  Component: () => import('./FreehandShape.vue'),
}
