import { actionFor, effectOf, hasShortcut, type KeyAction, type KeyPrefix } from '~/ui/keys/shortcuts'
import { findOpenCard } from '~/ui/focus/overlays'
import { isCharacterKey } from '~/ui/keys/use-character-keys'

/** Handles a key. Returns `false` to leave the key to the handler that was registered before. */
type Handler = (event: KeyboardEvent) => unknown

// These are module variables, because the shortcuts belong to the browser tab: its layout, page and overlays
// all register handlers. They are set in the browser only, because on the server a module is shared by all
// requests.
/** The handlers of each action, the newest last. */
const handlers = shallowReactive(new Map<KeyAction, Handler[]>())
/** Whether the focus was last moved by a pointer, not by Tab. */
let isPointerFocus = false
let isTracking = false

function addHandler(name: KeyAction, handler: Handler) {
  handlers.set(name, [...(handlers.get(name) ?? []), handler])
}

function removeHandler(name: KeyAction, handler: Handler) {
  const remaining = (handlers.get(name) ?? []).filter(each => each !== handler)
  if (remaining.length > 0) handlers.set(name, remaining)
  else handlers.delete(name)
}

/** Calls the handlers of an action, the newest first, until one of them handles the key. */
function callHandlers(name: KeyAction, event: KeyboardEvent) {
  handlers.get(name)?.findLast(each => each(event) !== false)
}

/**
 * Milliseconds: keys that follow each other faster than this count as a typed word, not as separate
 * shortcuts.
 */
const WORD_PACE = 300
/**
 * Milliseconds: if more time passes between the two keys of a sequence, such as G and I, they count as
 * separate shortcuts.
 */
const SEQUENCE_MS = 1500
/**
 * Keys that people press shortly before E: T, J and K select a comment or a row, and E may be pressed several
 * times. An E after one of these keys does not count as part of a word.
 */
const BEFORE_RESOLVE = ['e', 'j', 'k', 't']
/**
 * The last key that types a character. `follows`: whether it was pressed within `WORD_PACE` after another
 * key.
 */
let lastTyped = { key: '', timeStamp: -Infinity, follows: false, isInWord: false }

function trackTyping(event: KeyboardEvent) {
  // Ignores the keydown events that browsers dispatch when they fill in a form: they are not of the type
  // `KeyboardEvent`.
  if (!(event instanceof KeyboardEvent) || !isCharacterKey(event) || event.repeat) return
  const { timeStamp } = event
  const key = event.key.toLowerCase()
  const follows = timeStamp - lastTyped.timeStamp < WORD_PACE
  const isInWord = follows && (lastTyped.isInWord || !BEFORE_RESOLVE.includes(lastTyped.key))
  lastTyped = { key, timeStamp, follows, isInWord }
}

/** Whether the last key belongs to a typed text and must not trigger this action. */
function isTypedText(action: KeyAction): boolean {
  const effect = effectOf(action)
  return (effect === 'change' && lastTyped.isInWord) || (effect === 'verdict' && lastTyped.follows)
}

function trackKeys() {
  if (isTracking) return
  isTracking = true
  window.addEventListener(
    'pointerdown',
    () => {
      isPointerFocus = true
    },
    true,
  )
  window.addEventListener(
    'keydown',
    event => {
      if (event.key === 'Tab') isPointerFocus = false
      trackTyping(event)
    },
    true,
  )
}

const SCROLLING_KEYS = ['Home', 'End', 'PageUp', 'PageDown']
const NAVIGATION_KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', ...SCROLLING_KEYS]

/**
 * Whether the focused control handles a key itself. Text fields, and all controls in a dialog or a menu,
 * handle all keys; other sliders, selects, checkboxes and lists handle only some. The browser hides the keys
 * of an open list of options from the page. It also closes an open card on Escape, even if the focus is not
 * yet in the card.
 */
function isHandledByControl(target: HTMLElement | null, key: string): boolean {
  if (key === 'Escape' && findOpenCard()) return true
  if (target?.closest('[role=menu], [role=dialog], [role=alertdialog], [role=listbox]')) return true
  const control = target?.closest<HTMLElement>('input, textarea, select, [contenteditable], [role=slider]')
  if (control instanceof HTMLSelectElement)
    return (
      NAVIGATION_KEYS.includes(key) ||
      [' ', 'Enter'].includes(key) ||
      [...control.options].some(each => each.text.trim().toLowerCase().startsWith(key.toLowerCase()))
    )
  if (control?.matches('[type=range], [role=slider]')) return NAVIGATION_KEYS.includes(key)
  if (control?.matches('[type=checkbox]')) return key === ' '
  // Keys such as the arrow keys scroll the list that has the focus.
  if (SCROLLING_KEYS.includes(key) && target?.closest('aside, nav')) return true
  return Boolean(control)
}

/**
 * Handles the shortcuts of these actions while the component is mounted. If several components handle an
 * action, the handler of the newest component is called. It can return `false` to leave the key to the
 * handler of the next older component. A component is newer than the components around it.
 *
 * Ignores keys while the person is typing or a dialog is open, keys that another listener has handled, and
 * keys that press the focused button. The letters of a word that is typed outside of a field do not trigger
 * actions that change data, such as resolving, archiving or setting a verdict. A key that is held down
 * triggers such an action only once. Also ignores keys that type a character if the person has turned these
 * shortcuts off.
 */
export function useShortcuts(actions: Partial<Record<KeyAction, Handler>>) {
  const characterKeys = useCharacterKeys()
  let pending: KeyPrefix | null = null
  /** The time of the key press that set `pending`. */
  let pendingSince = -Infinity
  const endSequence = () => {
    pending = null
  }

  function onKey(event: KeyboardEvent) {
    if (!(event instanceof KeyboardEvent) || (isCharacterKey(event) && !characterKeys.value)) return
    const target = event.target as HTMLElement | null
    const button = target?.closest<HTMLElement>('button, a, summary')
    // Space presses a button that was focused by keyboard. A button that was clicked also keeps the focus,
    // but then Space is a shortcut of the page.
    const isPress = Boolean(button) && (event.key === 'Enter' || (event.key === ' ' && !isPointerFocus))
    const prefix = event.timeStamp - pendingSince < SEQUENCE_MS ? pending : null
    const outcome = actionFor(
      event,
      prefix,
      event.defaultPrevented || isHandledByControl(target, event.key) || isPress,
      name => handlers.has(name),
    )
    if (outcome.pendingPrefix !== prefix) pendingSince = event.timeStamp
    pending = outcome.pendingPrefix
    if (!outcome.action || !actions[outcome.action]) return
    event.preventDefault()
    if (isTypedText(outcome.action) || (event.repeat && effectOf(outcome.action) !== 'none')) return
    // Removes the focus from the button, because releasing Space would click a focused button.
    if (event.key === ' ') button?.blur()
    callHandlers(outcome.action, event)
  }

  const forEachAction = (change: typeof addHandler) => {
    for (const [name, handler] of Object.entries(actions)) change(name as KeyAction, handler)
  }
  // Not `onMounted`, because `onBeforeMount` is called for a component before the components inside of it.
  // The handlers of the inner components must be the newer ones.
  onBeforeMount(() => forEachAction(addHandler))
  onMounted(() => {
    trackKeys()
    window.addEventListener('keydown', onKey)
    window.addEventListener('pointerdown', endSequence, true)
    window.addEventListener('focusin', endSequence)
  })
  onBeforeUnmount(() => {
    window.removeEventListener('keydown', onKey)
    window.removeEventListener('pointerdown', endSequence, true)
    window.removeEventListener('focusin', endSequence)
    forEachAction(removeHandler)
  })
}

/**
 * Returns the actions that have a shortcut on this page, and a function that performs an action without a key
 * press.
 */
export function useActiveShortcuts() {
  return {
    active: computed(
      () => new Set([...handlers.keys()].filter(each => hasShortcut(each, name => handlers.has(name)))),
    ),
    call: (name: KeyAction) => callHandlers(name, new KeyboardEvent('keydown')),
  }
}
