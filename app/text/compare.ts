import { defineText } from './define-text'

/** The texts of `components/compare` beside the stage, and of `app/compare`. */
export const text = defineText({
  revision: {
    before: (index: number) => `r${index} · before`,
    latest: (index: number) => `r${index} · latest`,
  },
  modes: {
    sideBySide: 'Side by side (S)',
    swipe: 'Swipe (W)',
    onionSkin: 'Onion skin (O)',
    difference: 'Difference (D)',
    contactSheet: 'Contact sheet (B)',
  },
  partner: { with: 'with', label: 'Compare with' },
})
