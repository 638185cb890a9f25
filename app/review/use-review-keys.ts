import { actionFor, type KeyAction, type KeyPrefix } from '~/annotation/keys'

type Handler = (event: KeyboardEvent) => void

/**
 * What listens for each action now, the newest last. Filled in the browser only, so that no visitor sees
 * another's.
 */
const listening = shallowReactive(new Map<KeyAction, Handler[]>())

function listen(name: KeyAction, handler: Handler) {
  listening.set(name, [...(listening.get(name) ?? []), handler])
}

function unlisten(name: KeyAction, handler: Handler) {
  const left = (listening.get(name) ?? []).filter(each => each !== handler)
  if (left.length > 0) listening.set(name, left)
  else listening.delete(name)
}

/** Whether what has the keyboard got it by a click or a tap. */
let byPointer = false
let watching = false

function watchFocus() {
  if (watching) return
  watching = true
  window.addEventListener(
    'pointerdown',
    () => {
      byPointer = true
    },
    true,
  )
  window.addEventListener(
    'keydown',
    event => {
      if (event.key === 'Tab') byPointer = false
    },
    true,
  )
}

const MOVES = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']

/**
 * Whether a control has a use for a key itself: a field for all of them, a slider and a list of choices for a
 * few.
 */
function isTaken(target: HTMLElement | null, key: string): boolean {
  const control = target?.closest<HTMLElement>('input, textarea, select, [contenteditable], [role=slider]')
  if (control instanceof HTMLSelectElement)
    return (
      MOVES.includes(key) ||
      [' ', 'Enter', 'Escape'].includes(key) ||
      [...control.options].some(each => each.text.trim().toLowerCase().startsWith(key.toLowerCase()))
    )
  if (control?.matches('[type=range], [role=slider]')) return MOVES.includes(key)
  return Boolean(control ?? target?.closest('[role=menu], [role=dialog], [role=alertdialog], [role=listbox]'))
}

/**
 * Calls what a shortcut asks for, unless the person is typing or a dialog is open. What other listeners have
 * taken, and keys that press the focused button, are theirs.
 */
export function useShortcuts(actions: Partial<Record<KeyAction, Handler>>) {
  let pending: KeyPrefix | null = null

  function onKey(event: KeyboardEvent) {
    const target = event.target as HTMLElement | null
    const pressable = target?.closest<HTMLElement>('button, a, summary')
    // A button that was clicked keeps the keyboard; Space is the page's again, unless one came to it by
    // keyboard.
    const pressing =
      pressable !== undefined &&
      pressable !== null &&
      (event.key === 'Enter' || (event.key === ' ' && !byPointer))
    const outcome = actionFor(
      event,
      pending,
      event.defaultPrevented || isTaken(target, event.key) || pressing,
    )
    pending = outcome.pendingPrefix
    const action = outcome.action && actions[outcome.action]
    if (!action) return
    event.preventDefault()
    // It would be pressed when Space is let go.
    if (event.key === ' ') pressable?.blur()
    action(event)
  }

  const each = (change: typeof listen) => {
    for (const [name, handler] of Object.entries(actions)) change(name as KeyAction, handler)
  }
  onMounted(() => {
    watchFocus()
    window.addEventListener('keydown', onKey)
    each(listen)
  })
  onBeforeUnmount(() => {
    window.removeEventListener('keydown', onKey)
    each(unlisten)
  })
}

/** The actions that something listens for on this page, and how to call them without a key. */
export function useLiveActions() {
  return {
    live: computed(() => new Set(listening.keys())),
    call: (name: KeyAction) => {
      for (const handler of listening.get(name) ?? []) handler(new KeyboardEvent('keydown'))
    },
  }
}
