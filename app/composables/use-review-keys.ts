import { actionFor, type KeyAction, type KeyPrefix } from '~/annotation/keys'

/** How many components listen for each action now. */
const useListening = () => useState<Partial<Record<KeyAction, number>>>('listening', () => ({}))

/**
 * Calls what a shortcut asks for, unless the person is typing or a dialog is open. What other listeners have taken, and
 * keys that press the focused button, are theirs.
 */
export function useShortcuts(actions: Partial<Record<KeyAction, (event: KeyboardEvent) => void>>) {
  const listening = useListening()
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

  const count = (by: 1 | -1) => {
    const next = { ...listening.value }
    for (const name of Object.keys(actions) as KeyAction[]) next[name] = (next[name] ?? 0) + by
    listening.value = next
  }
  onMounted(() => { window.addEventListener('keydown', onKey); count(1) })
  onBeforeUnmount(() => { window.removeEventListener('keydown', onKey); count(-1) })
}

/** The actions that something listens for on this page, for the list of shortcuts. */
export function useLiveActions() {
  const listening = useListening()
  return computed(() => new Set((Object.keys(listening.value) as KeyAction[]).filter(name => (listening.value[name] ?? 0) > 0)))
}
