/** Keys of the review page; ignored while somebody types. Where nobody takes part, those that write rest. */
export const reviewKeys = [
  { keys: '↑ ↓', does: 'Evidence before, after' },
  { keys: '[ ]', does: 'Revision before, after' },
  { keys: 'V P R A', does: 'Select, point, rectangle, arrow', writes: true },
  { keys: '0 + −', does: 'Fit, zoom in, zoom out' },
  { keys: 'C', does: 'Write a note', writes: true },
  { keys: 'E', does: 'Resolve or reopen the selected note', writes: true },
  { keys: 'Y N', does: 'Verified, changes requested', writes: true },
  { keys: 'Space , .', does: 'Play, one frame back, one on' },
  { keys: 'G I', does: 'Go to the inbox', writes: true },
  { keys: '?', does: 'This list' },
] as const

/** Calls an action for a key, unless the person is typing or holds a modifier; `gi` is G, then I. */
export function useKeys(actions: Record<string, (event: KeyboardEvent) => void>) {
  let pending = ''
  function onKey(event: KeyboardEvent) {
    const target = event.target as HTMLElement | null
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target?.closest('input, textarea, select, [contenteditable], [role=menu], [role=dialog]')) return
    const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const action = actions[pending + pressed] ?? actions[pressed]
    pending = pressed === 'g' ? 'g' : ''
    if (!action) return
    action(event)
  }
  onMounted(() => window.addEventListener('keydown', onKey))
  onBeforeUnmount(() => window.removeEventListener('keydown', onKey))
}
