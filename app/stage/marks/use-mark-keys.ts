import type { ToolContext, ToolEvent, ToolName, ToolState } from '~/annotation/tools'
import { byData } from '~/ui/elements/data-attributes'

/** Milliseconds between the last press of an arrow key and saving the mark that was moved. */
const COMMIT_DELAY_MS = 900

interface MarkKeysOptions {
  tool: Readonly<Ref<ToolName>>
  state: Readonly<Ref<ToolState>>
  /** Sends an event to the selected tool. Returns whether the tool handled it. */
  send: (event: ToolEvent, more?: Partial<ToolContext>) => boolean
  canDraw: boolean
  /** Called with the id of a mark that the person wants to delete. */
  remove: (id: string) => void
}

/** Returns the id of the mark whose pin is the target of an event; undefined for other targets. */
export const pinIdOf = (target: EventTarget | null): string | undefined =>
  (target as HTMLElement | null)?.closest<HTMLElement>(byData('mark'))?.dataset.mark

/**
 * The key that places a mark with a drawing tool, wherever the focus is on the page. It moves the focus to
 * the stage (`host`), which handles the next keys.
 */
export function usePlaceMarkKey(
  host: Readonly<Ref<HTMLElement | null>>,
  {
    tool,
    listeners: { keydown },
  }: { tool: Readonly<Ref<ToolName>>; listeners: { keydown: (event: KeyboardEvent) => void } },
) {
  const { canComment } = useReviewAccess()
  if (!canComment.value) return
  useShortcuts({
    'place-mark': event => {
      if (tool.value === 'select' || tool.value === 'pan') return
      host.value?.focus({ preventScroll: true })
      keydown(event)
    },
  })
}

/** The keys that place, move, resize, confirm or delete a mark. */
export function useMarkKeys({ tool, state, send, canDraw, remove }: MarkKeysOptions) {
  let commitTimer: ReturnType<typeof setTimeout> | undefined

  /** Saves a mark that was moved with the keyboard. */
  function commitPlacing() {
    clearTimeout(commitTimer)
    if (state.value.name === 'placing' && state.value.mark)
      send({ type: 'key', key: 'Enter', shift: false, alt: false })
  }
  onBeforeUnmount(commitPlacing)

  /** Handles a key while the stage or a pin has the focus. */
  function keydown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || !canDraw) return
    const pinId = pinIdOf(event.target)
    const isPlacing = state.value.name === 'placing'
    const consume = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    if (!isPlacing && pinId && (event.key === 'Delete' || event.key === 'Backspace')) {
      consume()
      return remove(pinId)
    }
    // On Enter, the browser clicks the focused pin, which is a button. With a drawing tool, Enter begins a
    // mark instead.
    const draws = tool.value !== 'select' && tool.value !== 'pan'
    if (!isPlacing && pinId && !draws && event.key === 'Enter') return
    // Ignores these keys, which the page handles as shortcuts.
    if (!isPlacing && ['+', '=', '-'].includes(event.key)) return
    const wasHandled = send(
      { type: 'key', key: event.key, shift: event.shiftKey, alt: event.altKey },
      pinId ? { selectedId: pinId } : {},
    )
    if (!wasHandled) return
    consume()
    clearTimeout(commitTimer)
    if (state.value.name === 'placing' && state.value.mark)
      commitTimer = setTimeout(commitPlacing, COMMIT_DELAY_MS)
  }

  return { keydown, commitPlacing }
}
