import { toolBar } from '~/annotation-texts/tool-bar'
import type { ToolName } from '~/annotation/tools'
import { reviewStatusLabel } from '~/review-state/status-labels'
import { text } from '~/text/review'
import type { KeyAction } from '~/ui/keys/shortcuts'

/** How the command palette lists a shortcut. */
interface Listing {
  /** Replaces the description of the shortcut if that is not clear without context. */
  label?: string
  icon?: string
}

/** The tools, which the toolbar and the palette show with the same icon. */
const toolListings = () =>
  Object.fromEntries(
    toolBar.map(({ name, label, icon }) => [`tool-${name}`, { label: text.commands.tool(label), icon }]),
  ) as Record<`tool-${ToolName}`, Listing>

/**
 * Returns how the palette of a review page lists each shortcut of the dashboard; null if it does not list the
 * shortcut. The type requires an entry for each new shortcut.
 */
export const shortcutListings = (): Record<KeyAction, Listing | null> => ({
  'verify': { label: text.verdict.is(reviewStatusLabel('verified')), icon: 'i-lucide-gavel' },
  'request-changes': {
    label: text.verdict.is(reviewStatusLabel('changes_requested')),
    icon: 'i-lucide-gavel',
  },
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
  // The palette has a command for the inbox under "Go to".
  'inbox': null,
  // These need a key that is held, a focused control or a key that is pressed again and again.
  'pan-or-play': null,
  'place-mark': null,
  'compare-less': null,
  'compare-more': null,
  'scroll-up': null,
  'scroll-down': null,
  'scroll-to-top': null,
  'scroll-to-bottom': null,
  // The palette itself has the focus, so these would not do what their key does.
  'command-palette': null,
  'escape': null,
  'undo': null,
  // Shortcuts of the inbox.
  'next-row': null,
  'previous-row': null,
  'archive': null,
  'mark-unread': null,
})
