import { shortcuts as text } from '~/text/shell'

/** The label of the modifier key: "⌘" on Apple devices, else "Ctrl". */
export const modifierKey = () =>
  /Mac|iP(?:hone|ad)/.test(globalThis.navigator?.platform ?? '') ? '⌘' : text.keys.control
