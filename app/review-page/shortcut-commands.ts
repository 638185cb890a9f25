import { toolBar } from '~/annotation-texts/tool-bar'
import type { ToolName } from '~/annotation/tools'
import { reviewStatusLabel } from '~/review-state/status-labels'
import { text } from '~/text/review'
import type { KeyAction } from '~/ui/keys/shortcuts'

/** The entry of a shortcut in the command palette. */
interface Listing {
  /** A text for the palette, if the description of the shortcut is not clear in the palette. */
  label?: string
  icon?: string
}

/** Returns the listings of the shortcuts that select a tool, with the icons of the toolbar. */
const toolListings = () =>
  Object.fromEntries(
    toolBar.map(({ name, label, icon }) => [`tool-${name}`, { label: text.commands.tool(label), icon }]),
  ) as Record<`tool-${ToolName}`, Listing>

/**
 * Returns how the palette of a review page lists each shortcut of the dashboard; null if it does not list the
 * shortcut. The type of this object requires an entry for each shortcut.
 */
export const shortcutListings = (): Record<KeyAction, Listing | null> => ({
  'verify': { label: text.verdict.is(reviewStatusLabel('verified')), icon: 'i-lucide-gavel' },
  'request-changes': {
    label: text.verdict.is(reviewStatusLabel('changes_requested')),
    icon: 'i-lucide-gavel',
  },
  'approve': { icon: 'i-lucide-circle-check' },
  'next-review': { icon: 'i-lucide-chevron-right' },
  'comment': { icon: 'i-lucide-message-square' },
  'search-comments': { icon: 'i-lucide-search' },
  'next-comment': { icon: 'i-lucide-arrow-down' },
  'previous-comment': { icon: 'i-lucide-arrow-up' },
  'resolve': { icon: 'i-lucide-check' },
  'reply': { icon: 'i-lucide-reply' },
  'delete-comment': { icon: 'i-lucide-trash-2' },
  ...toolListings(),
  'compare-side-by-side': {},
  'compare-swipe': {},
  'compare-onion-skin': {},
  'compare-difference': {},
  'next-change': {},
  'contact-sheet': {},
  'shortcuts': { icon: 'i-lucide-keyboard' },
  'zoom-fit': {},
  'zoom-actual': {},
  'zoom-in': {},
  'zoom-out': {},
  'toggle-marks': {},
  'inspect-pixels': { icon: 'i-lucide-ruler' },
  'toggle-panels': {},
  'full-screen': {},
  'frame-back': {},
  'frame-forward': {},
  'frames-back': {},
  'frames-forward': {},
  'range-start': {},
  'range-end': {},
  'shuttle-back': {},
  'shuttle-stop': {},
  'shuttle-forward': {},
  'previous-evidence': {},
  'next-evidence': {},
  'previous-revision': {},
  'next-revision': {},
  // Not listed, because the palette already has a command for the inbox under "Go to".
  'inbox': null,
  // Not listed, because these shortcuts need a key that is held down or pressed repeatedly, or a focused
  // control.
  'pan-or-play': null,
  'place-mark': null,
  'show-older': null,
  'compare-less': null,
  'compare-more': null,
  'scroll-up': null,
  'scroll-down': null,
  'scroll-to-top': null,
  'scroll-to-bottom': null,
  // Not listed: while the palette has the focus, these commands would act differently from their keys on the
  // page.
  'command-palette': null,
  'escape': null,
  'undo': null,
  // Not listed, because these are shortcuts of the inbox only.
  'next-row': null,
  'previous-row': null,
  'select-row': null,
  'archive': null,
  'archive-group': null,
  'snooze': null,
  'filter-list': null,
  'mark-unread': null,
})
