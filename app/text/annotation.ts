import { shapeTexts } from '#shared/annotation/shapes'
import { defineText } from './language/define-text'

/** The texts of `app/annotation-texts`: the tools, and the kinds of shapes that they draw. */
export const text = defineText('annotation', 'text', {
  percent: (value: string) => `${value}%`,
  tools: {
    label: 'Tools',
    collapse: 'Close the tools',
    withKey: (tool: string, key: string) => `${tool} (${key})`,
    select: 'Select',
    pan: 'Move the image',
    /** The label of the button that opens the menu of shapes. */
    shapes: 'Shapes to draw',
  },
  /** The kinds of shapes. The texts of each kind are in its folder in `shared/annotation/shapes/`. */
  shapes: shapeTexts,
})
