import { text } from '~/text/annotation'
import type { ShapeDefinition } from '../shape-util'
import { util } from './util'

export const ellipse: ShapeDefinition<'ellipse'> = {
  util,
  label: text.ellipse.label,
  shortcut: 'u',
  icon: 'i-lucide-circle',
  Component: () => import('./EllipseShape.vue'),
}
