import { text } from '~/text/annotation'
import type { ShapeDefinition } from '../shape-util'
import { util } from './util'

export const rectangle: ShapeDefinition<'rectangle'> = {
  util,
  label: text.rectangle.label,
  shortcut: 'r',
  icon: 'i-lucide-square',
  Component: () => import('./RectangleShape.vue'),
}
