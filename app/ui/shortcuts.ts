import { toolBar } from '~/annotation/tools/tool-bar'
import type { ToolName } from '~/annotation/tools'

/** The headings of the list of shortcuts, in order. */
export const shortcutGroups = [
  'Evidence',
  'Annotate',
  'Compare',
  'View',
  'Video',
  'Decide',
  'General',
] as const

/** The first key of a sequence of two. */
export type KeyPrefix = 'g'

interface Shortcut<Action extends string = string> {
  /**
   * Values of `KeyboardEvent.key` (UI Events KeyboardEvent key Values, W3C), letters in lower case. Each of
   * them triggers the action.
   */
  keys: readonly string[]
  /** A key that is pressed and released first. */
  prefix?: KeyPrefix
  /** Requires Ctrl, or ⌘ on a Mac. */
  mod?: true
  /** The keys as the list of shortcuts shows them. */
  label: string
  action: Action
  description: string
  group: (typeof shortcutGroups)[number]
}

/** One shortcut for each tool. */
const toolShortcuts = toolBar.map(({ name, label, shortcut }): Shortcut<`tool-${ToolName}`> => ({
  keys: [shortcut],
  label: shortcut.toUpperCase(),
  action: `tool-${name}`,
  description: label,
  group: 'Annotate',
}))

const otherShortcuts = [
  {
    keys: ['ArrowUp'],
    label: '↑',
    action: 'previous-evidence',
    description: 'Previous evidence',
    group: 'Evidence',
  },
  {
    keys: ['ArrowDown'],
    label: '↓',
    action: 'next-evidence',
    description: 'Next evidence',
    group: 'Evidence',
  },
  {
    keys: ['['],
    label: '[',
    action: 'previous-revision',
    description: 'Previous revision',
    group: 'Evidence',
  },
  { keys: [']'], label: ']', action: 'next-revision', description: 'Next revision', group: 'Evidence' },
  {
    keys: ['Delete', 'Backspace'],
    label: 'Del',
    action: 'delete-comment',
    description: 'Delete the selected comment',
    group: 'Annotate',
  },
  { keys: ['c'], label: 'C', action: 'comment', description: 'Write a comment', group: 'Annotate' },
  {
    keys: ['/'],
    label: '/',
    action: 'search-comments',
    description: 'Search and group comments',
    group: 'Annotate',
  },
  { keys: ['s'], label: 'S', action: 'compare-side-by-side', description: 'Side by side', group: 'Compare' },
  { keys: ['w'], label: 'W', action: 'compare-swipe', description: 'Swipe', group: 'Compare' },
  { keys: ['o'], label: 'O', action: 'compare-onion-skin', description: 'Onion skin', group: 'Compare' },
  { keys: ['d'], label: 'D', action: 'compare-difference', description: 'Difference', group: 'Compare' },
  {
    keys: ['x'],
    label: 'X',
    action: 'next-change',
    description: 'Next change in the difference',
    group: 'Compare',
  },
  {
    keys: ['ArrowLeft'],
    label: '←',
    action: 'compare-less',
    description: 'Move the divider or fade left',
    group: 'Compare',
  },
  {
    keys: ['ArrowRight'],
    label: '→',
    action: 'compare-more',
    description: 'Move the divider or fade right',
    group: 'Compare',
  },
  {
    keys: ['b'],
    label: 'B',
    action: 'variation-board',
    description: 'Show variations side by side',
    group: 'Compare',
  },
  { keys: ['0'], label: '0', action: 'zoom-fit', description: 'Zoom to fit', group: 'View' },
  { keys: ['1'], label: '1', action: 'zoom-actual', description: 'Actual size (100 %)', group: 'View' },
  { keys: ['+', '='], label: '+', action: 'zoom-in', description: 'Zoom in', group: 'View' },
  { keys: ['-'], label: '−', action: 'zoom-out', description: 'Zoom out', group: 'View' },
  {
    keys: [' '],
    label: 'Space',
    action: 'pan-or-play',
    description: 'Image: zoom to fit, or hold to pan. Video: play or pause',
    group: 'View',
  },
  { keys: [','], label: ',', action: 'frame-back', description: 'Previous frame', group: 'Video' },
  { keys: ['.'], label: '.', action: 'frame-forward', description: 'Next frame', group: 'Video' },
  {
    keys: ['j'],
    label: 'J',
    action: 'shuttle-back',
    description: 'Play backwards. Press again for faster',
    group: 'Video',
  },
  { keys: ['k'], label: 'K', action: 'shuttle-stop', description: 'Pause', group: 'Video' },
  {
    keys: ['l'],
    label: 'L',
    action: 'shuttle-forward',
    description: 'Play. Press again for faster',
    group: 'Video',
  },
  {
    keys: ['Escape'],
    label: 'Esc',
    action: 'escape',
    description: 'Discard the draft, close the comparison or clear the selection',
    group: 'General',
  },
  {
    keys: ['e'],
    label: 'E',
    action: 'resolve',
    description: 'Resolve or reopen the selected comment',
    group: 'Decide',
  },
  { keys: ['y'], label: 'Y', action: 'verify', description: 'Verified', group: 'Decide' },
  { keys: ['n'], label: 'N', action: 'request-changes', description: 'Changes requested', group: 'Decide' },
  {
    keys: ['q'],
    label: 'Q',
    action: 'next-review',
    description: 'Next review',
    group: 'Decide',
  },
  {
    keys: ['z'],
    mod: true,
    label: 'Ctrl/⌘+Z',
    action: 'undo',
    description: 'Undo, while a notification offers it',
    group: 'General',
  },
  {
    keys: ['k'],
    mod: true,
    label: 'Ctrl/⌘+K',
    action: 'command-palette',
    description: 'Command palette',
    group: 'General',
  },
  {
    keys: ['i'],
    prefix: 'g',
    label: 'G then I',
    action: 'inbox',
    description: 'Go to the inbox',
    group: 'General',
  },
  { keys: ['?'], label: '?', action: 'shortcuts', description: 'Keyboard shortcuts', group: 'General' },
] as const satisfies readonly Shortcut[]

/** The name of an action that has a shortcut. */
export type KeyAction = (typeof toolShortcuts | typeof otherShortcuts)[number]['action']

/** All shortcuts of the dashboard, in the order of their list. */
export const shortcuts: readonly Shortcut<KeyAction>[] = [...toolShortcuts, ...otherShortcuts]

/**
 * Keys that a focused control handles itself, for the list of shortcuts. Listed while the action `beside` has
 * a handler.
 */
export const controlShortcuts = [
  {
    label: 'Enter',
    beside: 'tool-point',
    description: 'With a drawing tool: place a mark or confirm it',
    group: 'Annotate',
  },
  {
    label: '← ↑ ↓ →',
    beside: 'tool-point',
    description: 'Move the mark by 1 pixel, with Shift by 10',
    group: 'Annotate',
  },
  { label: 'Alt+arrows', beside: 'tool-point', description: 'Resize the mark', group: 'Annotate' },
  { label: 'Shift+drag', beside: 'tool-rectangle', description: 'Draw with equal sides', group: 'Annotate' },
  { label: 'Alt+drag', beside: 'tool-rectangle', description: 'Draw from the centre', group: 'Annotate' },
  { label: 'Ctrl/⌘+Enter', beside: 'comment', description: 'Send the comment', group: 'Annotate' },
  {
    label: 'Ctrl/⌘+wheel',
    beside: 'zoom-in',
    description: 'Zoom at the pointer. On touch screens, pinch',
    group: 'View',
  },
] as const satisfies readonly (Pick<Shortcut, 'label' | 'description' | 'group'> & { beside: KeyAction })[]

/** The part of a `KeyboardEvent` that determines the action. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

/** The action of a key press, and the prefix to pass with the next key press. */
export interface KeyOutcome {
  action: KeyAction | null
  pendingPrefix: KeyPrefix | null
}

const nothing: KeyOutcome = { action: null, pendingPrefix: null }

/**
 * Returns the action of a key press; none while the person is typing. A key that does not complete a sequence
 * has its own action. A modifier alone does not end a sequence. After a pointer press or a change of focus,
 * pass null as prefix.
 */
export function actionFor(
  press: KeyPress,
  pendingPrefix: KeyPrefix | null = null,
  typing = false,
): KeyOutcome {
  if (typing) return nothing
  if (['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'].includes(press.key))
    return { action: null, pendingPrefix }
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  const modifiers = modifiersOf(press)
  if (modifiers === 'other') return nothing
  const matching = shortcuts.filter(
    each => each.keys.includes(key) && (each.mod ?? false) === (modifiers === 'mod'),
  )
  const found =
    matching.find(each => each.prefix !== undefined && each.prefix === pendingPrefix) ??
    matching.find(each => each.prefix === undefined)
  return {
    action: found?.action ?? null,
    pendingPrefix: !found && modifiers === 'none' && key === 'g' ? 'g' : null,
  }
}

/**
 * Returns which modifiers a shortcut must require to match. Modifiers that a keyboard layout needs to type a
 * symbol are ignored: `?` and French digits need Shift, `[` needs Alt or AltGr (reported as Ctrl+Alt) on many
 * keyboards.
 */
function modifiersOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): 'none' | 'mod' | 'other' {
  const isSymbol = key.length === 1 && !/[\p{L} ]/u.test(key)
  if (isSymbol && (altKey || !(ctrlKey || metaKey))) return metaKey ? 'other' : 'none'
  if (shiftKey || altKey || (ctrlKey && metaKey)) return 'other'
  return ctrlKey || metaKey ? 'mod' : 'none'
}
