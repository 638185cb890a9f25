import { common } from '~/text/common'

/** The button of a toast that undoes the change. The keyboard shortcut for Undo clicks this button. */
export const undoButton = (undo: () => void, label: string = common.undo) => ({
  label,
  'data-undo': '',
  'onClick': undo,
})
