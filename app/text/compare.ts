import { defineText } from './define-text'

/** The texts of `components/compare` beside the stage, and of `app/compare`. */
export const text = defineText({
  revision: {
    before: (index: number) => `r${index} · before`,
    latest: (index: number) => `r${index} · latest`,
  },
  modes: {
    withKey: (mode: string, key: string) => `${mode} (${key})`,
    sideBySide: 'Side by side',
    swipe: 'Swipe',
    onionSkin: 'Onion skin',
    difference: 'Difference',
    contactSheet: 'Contact sheet',
  },
  /** What screen readers announce. */
  closed: { comparison: 'Comparison closed', sheet: 'Contact sheet closed' },
  partner: { with: 'with', label: 'Compare with' },
})
