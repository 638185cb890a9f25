import { text } from '~/text/annotation'
import { shapeKinds, shapes } from '#shared/annotation/shapes'
import type { ToolName } from '~/annotation/tools/machine'

/** A tool, as it is shown in the toolbar, the command palette and the list of shortcuts. */
export interface ToolItem {
  name: ToolName
  readonly label: string
  /** The key of the shortcut, as a letter in lower case. */
  shortcut: string
  /** The name of a Lucide icon. */
  icon: string
}

/** All tools, in the order of the toolbar. */
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

/** The tools that draw a shape larger than a point. */
export const drawTools = toolBar.filter(({ name }) => !['select', 'point', 'pan'].includes(name))

/** Returns the item of a tool. */
export function toolNamed(name: ToolName): ToolItem {
  const found = toolBar.find(each => each.name === name)
  if (!found) throw new Error(`There is no tool ${name}.`)
  return found
}
