import { annotation as text } from '~/text/shell'
import type { ShapeDefinition } from '../shape-util'
import { util } from './util'

export const ellipse: ShapeDefinition<'ellipse'> = {
  util,
  get label() {
    return text.ellipse.label
  },
  shortcut: 'u',
  icon: 'i-lucide-circle',
  Component: () => import('./EllipseShape.vue'),
}
