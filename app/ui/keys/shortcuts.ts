import { toolBar } from '~/annotation-texts/tool-bar'
import type { ToolName } from '~/annotation/tools'
import { shortcuts as text } from '~/text/shell'
import { modifierKey, withModifier, withShift } from './modifier-key'

/** The groups of the list of shortcuts, in order. Their headings are in `app/text/shell.ts`. */
export const shortcutGroups = [
  'evidence',
  'annotate',
  'comments',
  'compare',
  'view',
  'video',
  'decide',
  'inbox',
  'general',
] as const

/** The first key of a shortcut that is a sequence of two keys. */
export type KeyPrefix = 'g'

/**
 * The effect of an action on data. `change`: the action changes data, so a word that is typed outside of a
 * field must not trigger it, and a key that is held down must not repeat it. `verdict`: the same, and the key
 * is ignored shortly after any other letter. `none`: the action changes only the view, or asks for a
 * confirmation first.
 */
type Effect = 'none' | 'change' | 'verdict'

/** The groups whose actions can change data, so that each of their shortcuts states its effect. */
type ChangingGroup = 'comments' | 'decide' | 'inbox'

/** A shortcut of the dashboard: its keys and its action. */
export interface Shortcut<Action extends string = string> {
  /**
   * Values of `KeyboardEvent.key` (UI Events KeyboardEvent key Values, W3C), with letters in lower case. Each
   * of these keys triggers the action.
   */
  keys: readonly string[]
  /** The key that is pressed and released before one of `keys`. */
  prefix?: KeyPrefix
  /** Requires Ctrl, or ⌘ on a Mac. */
  mod?: true
  /** Requires Shift. For letters and named keys only: symbols need Shift on some keyboards. */
  shift?: true
  /** The keys, as the list of shortcuts shows them. */
  readonly label: string
  action: Action
  readonly description: string
  group: (typeof shortcutGroups)[number]
  effect?: Effect
}

/** A text, or a function that returns it. */
type TextOrGetter = string | (() => string)

const textOf = (label: TextOrGetter): string => (typeof label === 'string' ? label : label())

/** One shortcut for each tool. */
const toolShortcuts = toolBar.map((tool): Shortcut<`tool-${ToolName}`> => ({
  keys: [tool.shortcut],
  label: tool.shortcut.toUpperCase(),
  action: `tool-${tool.name}`,
  get description() {
    return tool.label
  },
  group: 'annotate',
}))

// Labels that contain words are getters, because the language is not known yet while modules load.
const otherShortcuts = [
  { keys: ['ArrowUp'], label: '↑', action: 'previous-evidence', group: 'evidence' },
  { keys: ['ArrowDown'], label: '↓', action: 'next-evidence', group: 'evidence' },
  { keys: ['['], label: '[', action: 'previous-revision', group: 'evidence' },
  { keys: [']'], label: ']', action: 'next-revision', group: 'evidence' },
  {
    keys: ['Delete', 'Backspace'],
    label: () => text.keys.delete,
    action: 'delete-comment',
    group: 'comments',
    effect: 'none',
  },
  { keys: ['c'], label: 'C', action: 'comment', group: 'comments', effect: 'none' },
  {
    keys: ['c'],
    shift: true,
    label: () => withShift('C'),
    action: 'reply',
    group: 'comments',
    effect: 'none',
  },
  { keys: ['Enter'], label: () => text.keys.enter, action: 'place-mark', group: 'annotate' },
  { keys: ['t'], label: 'T', action: 'next-comment', group: 'comments', effect: 'none' },
  {
    keys: ['t'],
    shift: true,
    label: () => withShift('T'),
    action: 'previous-comment',
    group: 'comments',
    effect: 'none',
  },
  { keys: ['/'], label: '/', action: 'search-comments', group: 'comments', effect: 'none' },
  { keys: ['s'], label: 'S', action: 'compare-side-by-side', group: 'compare' },
  { keys: ['w'], label: 'W', action: 'compare-swipe', group: 'compare' },
  { keys: ['o'], label: 'O', action: 'compare-onion-skin', group: 'compare' },
  { keys: ['d'], label: 'D', action: 'compare-difference', group: 'compare' },
  { keys: ['x'], label: 'X', action: 'next-change', group: 'compare' },
  { keys: ['d'], shift: true, label: () => withShift('D'), action: 'show-older', group: 'compare' },
  // If several active shortcuts have the same key, the last one in this list is used. Therefore
  // `compare-less` and `compare-more` must follow these shortcuts: while two videos are compared by swipe,
  // the arrow keys move the divider.
  { keys: [',', 'ArrowLeft'], label: () => text.keys.either(',', '←'), action: 'frame-back', group: 'video' },
  {
    keys: ['.', 'ArrowRight'],
    label: () => text.keys.either('.', '→'),
    action: 'frame-forward',
    group: 'video',
  },
  { keys: ['ArrowLeft'], shift: true, label: () => withShift('←'), action: 'frames-back', group: 'video' },
  {
    keys: ['ArrowRight'],
    shift: true,
    label: () => withShift('→'),
    action: 'frames-forward',
    group: 'video',
  },
  { keys: ['ArrowLeft'], label: '←', action: 'compare-less', group: 'compare' },
  { keys: ['ArrowRight'], label: '→', action: 'compare-more', group: 'compare' },
  { keys: ['b'], label: 'B', action: 'contact-sheet', group: 'compare' },
  { keys: ['0'], label: '0', action: 'zoom-fit', group: 'view' },
  { keys: ['1'], label: '1', action: 'zoom-actual', group: 'view' },
  { keys: ['+', '='], label: '+', action: 'zoom-in', group: 'view' },
  { keys: ['-'], label: '−', action: 'zoom-out', group: 'view' },
  { keys: ['PageUp'], label: () => text.keys.pageUp, action: 'scroll-up', group: 'view' },
  { keys: ['PageDown'], label: () => text.keys.pageDown, action: 'scroll-down', group: 'view' },
  { keys: ['Home'], label: () => text.keys.home, action: 'scroll-to-top', group: 'view' },
  { keys: ['End'], label: () => text.keys.end, action: 'scroll-to-bottom', group: 'view' },
  { keys: ['h'], shift: true, label: () => withShift('H'), action: 'toggle-marks', group: 'view' },
  { keys: ['z'], label: 'Z', action: 'inspect-pixels', group: 'view' },
  { keys: ['\\'], label: '\\', action: 'toggle-panels', group: 'view' },
  { keys: ['f'], label: 'F', action: 'full-screen', group: 'view' },
  { keys: [' '], label: () => text.keys.space, action: 'pan-or-play', group: 'view' },
  { keys: ['i'], label: 'I', action: 'range-start', group: 'video' },
  { keys: ['o'], label: 'O', action: 'range-end', group: 'video' },
  { keys: ['j'], label: 'J', action: 'shuttle-back', group: 'video' },
  { keys: ['k'], label: 'K', action: 'shuttle-stop', group: 'video' },
  { keys: ['l'], label: 'L', action: 'shuttle-forward', group: 'video' },
  { keys: ['Escape'], label: () => text.keys.escape, action: 'escape', group: 'general' },
  { keys: ['e'], label: 'E', action: 'resolve', group: 'comments', effect: 'change' },
  { keys: ['y'], label: 'Y', action: 'verify', group: 'decide', effect: 'verdict' },
  { keys: ['n'], label: 'N', action: 'request-changes', group: 'decide', effect: 'verdict' },
  { keys: ['g'], label: 'G', action: 'approve', group: 'decide', effect: 'verdict' },
  { keys: ['q'], label: 'Q', action: 'next-review', group: 'decide', effect: 'none' },
  {
    keys: ['j', 'ArrowDown'],
    label: () => text.keys.either('J', '↓'),
    action: 'next-row',
    group: 'inbox',
    effect: 'none',
  },
  {
    keys: ['k', 'ArrowUp'],
    label: () => text.keys.either('K', '↑'),
    action: 'previous-row',
    group: 'inbox',
    effect: 'none',
  },
  { keys: ['x'], label: 'X', action: 'select-row', group: 'inbox', effect: 'none' },
  { keys: ['e'], label: 'E', action: 'archive', group: 'inbox', effect: 'change' },
  {
    keys: ['e'],
    shift: true,
    label: () => withShift('E'),
    action: 'archive-group',
    group: 'inbox',
    effect: 'change',
  },
  { keys: ['h'], label: 'H', action: 'snooze', group: 'inbox', effect: 'none' },
  { keys: ['u'], label: 'U', action: 'mark-unread', group: 'inbox', effect: 'change' },
  { keys: ['/'], label: '/', action: 'filter-list', group: 'inbox', effect: 'none' },
  { keys: ['z'], mod: true, label: () => withModifier('Z'), action: 'undo', group: 'general' },
  { keys: ['k'], mod: true, label: () => withModifier('K'), action: 'command-palette', group: 'general' },
  { keys: ['i'], prefix: 'g', label: () => text.keys.sequence('G', 'I'), action: 'inbox', group: 'general' },
  { keys: ['?'], label: '?', action: 'shortcuts', group: 'general' },
] as const satisfies readonly (Omit<Shortcut, 'label' | 'description'> & { label: TextOrGetter } & (
    | { group: ChangingGroup; effect: Effect }
    | { group: Exclude<Shortcut['group'], ChangingGroup> }
  ))[]

/** The name of an action that has a shortcut. */
export type KeyAction = (typeof toolShortcuts | typeof otherShortcuts)[number]['action']

/** All shortcuts of the dashboard, in the order of their list. */
export const shortcuts: readonly Shortcut<KeyAction>[] = [
  ...toolShortcuts,
  ...otherShortcuts.map(({ label, ...each }) => ({
    ...each,
    get label() {
      return textOf(label)
    },
    get description() {
      return text.actions[each.action]
    },
  })),
]

/** The most important shortcuts, in the order of their list. At most twelve of them are on one page. */
export const firstShortcuts: readonly KeyAction[] = [
  'next-evidence',
  'next-revision',
  'comment',
  'next-comment',
  'resolve',
  'compare-side-by-side',
  'compare-difference',
  'zoom-fit',
  'approve',
  'verify',
  'request-changes',
  'command-palette',
  'next-row',
  'previous-row',
  'select-row',
  'archive',
  'archive-group',
  'snooze',
  'mark-unread',
  'filter-list',
]

/**
 * Returns the keys that a focused control handles itself, for the list of shortcuts. Each is listed while a
 * handler for the action `listedWith` is registered.
 */
export const controlShortcuts = (): (Pick<Shortcut, 'label' | 'description' | 'group'> & {
  listedWith: KeyAction
})[] => {
  const { keys, controls } = text
  return [
    { label: '← ↑ ↓ →', listedWith: 'place-mark', description: controls.move, group: 'annotate' },
    { label: keys.altArrows, listedWith: 'place-mark', description: controls.resize, group: 'annotate' },
    {
      label: keys.shiftDrag,
      listedWith: 'tool-rectangle',
      description: controls.equalSides,
      group: 'annotate',
    },
    {
      label: keys.altDrag,
      listedWith: 'tool-rectangle',
      description: controls.fromCenter,
      group: 'annotate',
    },
    {
      label: keys.altClick,
      listedWith: 'place-mark',
      description: controls.element,
      group: 'annotate',
    },
    { label: withModifier(keys.enter), listedWith: 'comment', description: controls.send, group: 'comments' },
    {
      label: withModifier(withShift(keys.enter)),
      listedWith: 'comment',
      description: controls.sendLater,
      group: 'comments',
    },
    { label: keys.enter, listedWith: 'next-row', description: controls.open, group: 'inbox' },
    {
      label: keys.modifierWheel(modifierKey()),
      listedWith: 'zoom-in',
      description: controls.zoom,
      group: 'view',
    },
  ]
}

/** Returns the effect of an action on data. */
export const effectOf = (action: KeyAction): Effect =>
  shortcuts.find(each => each.action === action)?.effect ?? 'none'

/**
 * Returns whether the shortcut of an action works on a page with these active actions. A sequence of two keys
 * does not work if its first key alone triggers an active action.
 */
export function hasShortcut(action: KeyAction, isActive: (action: KeyAction) => boolean): boolean {
  const prefix = shortcuts.find(each => each.action === action)?.prefix
  return !shortcuts.some(
    each => prefix !== undefined && each.keys.includes(prefix) && !each.prefix && isActive(each.action),
  )
}

/** The properties of a `KeyboardEvent` that determine the action. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

/** The action of a key press, and the prefix that the caller passes with the next key press. */
export interface KeyOutcome {
  action: KeyAction | null
  pendingPrefix: KeyPrefix | null
}

const nothing: KeyOutcome = { action: null, pendingPrefix: null }

/**
 * Returns the action of a key press; no action while the person is typing. If the key does not complete a
 * sequence of two keys, returns the action of this key alone. A modifier key alone does not end a sequence.
 * After a pause, a pointer press or a change of focus, pass null as `pendingPrefix`. If several active
 * actions have the same key, returns the last of them in the list of shortcuts: O is the end of a range while
 * a video is on the stage, and a compare mode otherwise.
 */
export function actionFor(
  press: KeyPress,
  pendingPrefix: KeyPrefix | null = null,
  typing = false,
  isActive: (action: KeyAction) => boolean = () => true,
): KeyOutcome {
  if (typing) return nothing
  if (['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'].includes(press.key))
    return { action: null, pendingPrefix }
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  const modifiers = modifiersOf(press)
  if (modifiers === 'other') return nothing
  const matching = shortcuts.filter(
    each =>
      each.keys.includes(key) &&
      (each.mod ?? false) === (modifiers === 'mod') &&
      (each.shift ?? false) === (modifiers === 'shift'),
  )
  const found =
    matching.find(each => each.prefix !== undefined && each.prefix === pendingPrefix) ??
    matching.findLast(each => each.prefix === undefined && isActive(each.action))
  return {
    action: found?.action ?? null,
    pendingPrefix: !found && modifiers === 'none' && key === 'g' ? 'g' : null,
  }
}

/**
 * Returns the modifier that a shortcut must require to match a key press. Ignores modifiers that a keyboard
 * layout needs to type a symbol: `?` and French digits need Shift, `[` needs Alt or AltGr (reported as
 * Ctrl+Alt) on many keyboards.
 */
function modifiersOf({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: KeyPress): 'none' | 'mod' | 'shift' | 'other' {
  const isSymbol = key.length === 1 && !/[\p{L} ]/u.test(key)
  if (isSymbol && (altKey || !(ctrlKey || metaKey))) return metaKey ? 'other' : 'none'
  if (altKey || (ctrlKey && metaKey) || (shiftKey && (ctrlKey || metaKey))) return 'other'
  if (shiftKey) return 'shift'
  return ctrlKey || metaKey ? 'mod' : 'none'
}
