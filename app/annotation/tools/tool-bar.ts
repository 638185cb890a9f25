import { text } from '~/text/annotation'
import { shapeKinds, shapes } from '#shared/annotation/shapes'
import type { ToolName } from './machine'

/** A tool as toolbar, command palette and list of shortcuts show it. */
export interface ToolItem {
  name: ToolName
  readonly label: string
  /** A letter in lower case. */
  shortcut: string
  /** A Lucide icon. */
  icon: string
}

/** Every tool, in the order of the toolbar. */
export const toolBar: readonly ToolItem[] = [
  {
    name: 'select',
    get label() {
      return text.tools.select
    },
    shortcut: 'v',
    icon: 'i-lucide-mouse-pointer-2',
  },
  ...shapeKinds.map((name): ToolItem => {
    const { shortcut, icon } = shapes[name]
    return {
      name,
      get label() {
        return text.shapes[name].label
      },
      shortcut,
      icon,
    }
  }),
  {
    name: 'pan',
    get label() {
      return text.tools.pan
    },
    shortcut: 'h',
    icon: 'i-lucide-hand',
  },
]
