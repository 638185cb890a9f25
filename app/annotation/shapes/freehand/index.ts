import type { ShapeDefinition } from '../shape-util'
import { util } from './util'

export const freehand: ShapeDefinition<'freehand'> = {
  util,
  label: 'Freehand',
  shortcut: 'm',
  icon: 'i-lucide-pencil',
  Component: () => import('./FreehandShape.vue'),
}
