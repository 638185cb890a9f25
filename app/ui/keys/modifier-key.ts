import { shortcuts as text } from '~/text/shell'

/** The label of the modifier key: "⌘" on Apple devices, else "Ctrl". */
export const modifierKey = () =>
  /Mac|iP(?:hone|ad)/.test(globalThis.navigator?.platform ?? '') ? '⌘' : text.keys.control

/** Returns the label of a key that is pressed with the modifier key: "Ctrl+Enter", "⌘+Enter". */
export const withModifier = (key: string) => text.keys.together(modifierKey(), key)

/** Returns the label of a key that is pressed with Shift: "Shift+C". */
export const withShift = (key: string) => text.keys.together(text.keys.shift, key)
