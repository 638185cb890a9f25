import { comparison as text } from '~/text/stage'
import type { CompareMode } from './pair'

/** A button or menu item that starts one kind of comparison. */
interface CompareItem {
  label: string
  /** The key of the shortcut, in upper case. */
  shortcut: string
  /** The name of a Lucide icon. */
  icon: string
}

/** Returns the modes of comparing two images or videos, in the order of the toolbar. */
export const modeBar = (): (CompareItem & { view: CompareMode; about: string })[] => {
  const { modes, about } = text
  return [
    {
      view: 'side-by-side',
      label: modes.sideBySide,
      about: about.sideBySide,
      shortcut: 'S',
      icon: 'i-lucide-columns-2',
    },
    {
      view: 'swipe',
      label: modes.swipe,
      about: about.swipe,
      shortcut: 'W',
      icon: 'i-lucide-square-split-horizontal',
    },
    {
      view: 'onion-skin',
      label: modes.onionSkin,
      about: about.onionSkin,
      shortcut: 'O',
      icon: 'i-lucide-layers',
    },
    {
      view: 'difference',
      label: modes.difference,
      about: about.difference,
      shortcut: 'D',
      icon: 'i-lucide-diff',
    },
  ]
}

/** Returns the item for the contact sheet, which comes after the modes. */
export const contactSheetItem = (): CompareItem => ({
  label: text.modes.contactSheet,
  shortcut: 'B',
  icon: 'i-lucide-layout-grid',
})
