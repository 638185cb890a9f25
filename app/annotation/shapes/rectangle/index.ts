import { annotation as text } from '~/text/shell'
import type { ShapeDefinition } from '../shape-util'
import { util } from './util'

export const rectangle: ShapeDefinition<'rectangle'> = {
  util,
  get label() {
    return text.rectangle.label
  },
  shortcut: 'r',
  icon: 'i-lucide-square',
  Component: () => import('./RectangleShape.vue'),
}
