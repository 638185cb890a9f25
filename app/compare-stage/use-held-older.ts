import type { CompareGestures } from '~/compare/use-compare-pointers'
import { HOLD_MS, MAX_HOLD_DISTANCE } from '~/stage/gesture-limits'

type Listeners = ReturnType<CompareGestures['on']>

/** Shows the older side of a comparison while a person holds a key, a button or a finger on the picture. */
export interface HeldOlder {
  /** Whether the older side is shown. */
  readonly isOlderShown: Readonly<Ref<boolean>>
  hold: (held: boolean) => void
  /**
   * Returns listeners that also show the older side while a finger rests on the picture. `interrupt` is then
   * called: it cancels the gesture that began with this finger, so that it does not begin a comment.
   */
  on: (listeners: Listeners, interrupt: () => void) => Listeners
}

export function useHeldOlder(): HeldOlder {
  const isOlderShown = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  /**
   * The id of the finger that rests on the picture, and the point at which it began; undefined if no finger
   * rests there.
   */
  let start: { id: number; x: number; y: number } | undefined
  let isHeldByFinger = false

  function hold(held: boolean) {
    isOlderShown.value = held
  }
  function end() {
    clearTimeout(timer)
    start = undefined
    if (isHeldByFinger) hold(false)
    isHeldByFinger = false
  }
  useShortcuts({ 'show-older': () => hold(true) })
  // Either key of the shortcut may be released first.
  const onKeyUp = ({ key }: KeyboardEvent) => {
    if (key === 'Shift' || key.toLowerCase() === 'd') hold(false)
  }
  const onBlur = () => hold(false)
  onMounted(() => {
    window.addEventListener('keyup', onKeyUp)
    window.addEventListener('blur', onBlur)
  })
  onBeforeUnmount(() => {
    end()
    window.removeEventListener('keyup', onKeyUp)
    window.removeEventListener('blur', onBlur)
  })

  return {
    isOlderShown,
    hold,
    on: (listeners, interrupt) => ({
      ...listeners,
      pointerdown(event: PointerEvent) {
        const isFirst = start === undefined
        end()
        listeners.pointerdown(event)
        const isOnPin = event.target instanceof Element && event.target.closest('button') !== null
        if (event.pointerType !== 'touch' || !isFirst || isOnPin) return
        start = { id: event.pointerId, x: event.clientX, y: event.clientY }
        timer = setTimeout(() => {
          isHeldByFinger = true
          hold(true)
          interrupt()
        }, HOLD_MS)
      },
      pointermove(event: PointerEvent) {
        if (isHeldByFinger) return
        if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > MAX_HOLD_DISTANCE) end()
        listeners.pointermove(event)
      },
      pointerup(event: PointerEvent) {
        end()
        listeners.pointerup(event)
      },
      pointercancel(event: PointerEvent) {
        end()
        listeners.pointercancel(event)
      },
    }),
  }
}
