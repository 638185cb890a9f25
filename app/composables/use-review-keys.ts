import { actionFor, type KeyAction, type KeyPrefix } from '~/annotation/keys'

type Handler = (event: KeyboardEvent) => void

/** What listens for each action now, the newest last. Filled in the browser only, so that no visitor sees another's. */
const listening = shallowReactive(new Map<KeyAction, Handler[]>())

function listen(name: KeyAction, handler: Handler) {
  listening.set(name, [...listening.get(name) ?? [], handler])
}

function unlisten(name: KeyAction, handler: Handler) {
  const left = (listening.get(name) ?? []).filter(each => each !== handler)
  if (left.length > 0) listening.set(name, left)
  else listening.delete(name)
}

/**
 * Calls what a shortcut asks for, unless the person is typing or a dialog is open. What other listeners have taken, and
 * keys that press the focused button, are theirs.
 */
export function useShortcuts(actions: Partial<Record<KeyAction, Handler>>) {
  let pending: KeyPrefix | null = null

  function onKey(event: KeyboardEvent) {
    const target = event.target as HTMLElement | null
    const typing = event.defaultPrevented || Boolean(target?.closest('input, textarea, select, [contenteditable], [role=menu], [role=dialog], [role=listbox], [role=slider]'))
    const pressing = (event.key === ' ' || event.key === 'Enter') && Boolean(target?.closest('button, a, summary'))
    const outcome = actionFor(event, pending, typing || pressing)
    pending = outcome.pendingPrefix
    const action = outcome.action && actions[outcome.action]
    if (!action) return
    event.preventDefault()
    action(event)
  }

  const each = (change: typeof listen) => { for (const [name, handler] of Object.entries(actions)) change(name as KeyAction, handler) }
  onMounted(() => { window.addEventListener('keydown', onKey); each(listen) })
  onBeforeUnmount(() => { window.removeEventListener('keydown', onKey); each(unlisten) })
}

/** The actions that something listens for on this page, and how to call them without a key. */
export function useLiveActions() {
  return {
    live: computed(() => new Set(listening.keys())),
    call: (name: KeyAction) => { for (const handler of listening.get(name) ?? []) handler(new KeyboardEvent('keydown')) },
  }
}
