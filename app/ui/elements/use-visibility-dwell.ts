/** Milliseconds that an element must be visible to count as seen. */
const DWELL_MS = 2000

/**
 * Calls back when an element has been visible for a while in a visible tab; again whenever `what`, a list of
 * ids, changes. VueUse's `useElementVisibility` measures no time, and ignores whether the tab is visible.
 */
export function useVisibilityDwell(
  element: Readonly<Ref<HTMLElement | null>>,
  what: () => string[],
  onShown: (what: string[]) => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let observer: IntersectionObserver | undefined
  let intersects = false
  const stop = () => {
    clearTimeout(timer)
    observer?.disconnect()
    intersects = false
  }
  /** Starts to count when the element comes into view, and when the tab does. */
  const count = () => {
    clearTimeout(timer)
    if (intersects && document.visibilityState === 'visible')
      timer = setTimeout(() => onShown(what()), DWELL_MS)
  }
  onMounted(() => {
    document.addEventListener('visibilitychange', count)
    watch(
      () => what().join(),
      () => {
        stop()
        if (what().length === 0 || !element.value) return
        observer = new IntersectionObserver(
          ([entry]) => {
            intersects = entry?.isIntersecting ?? false
            count()
          },
          { threshold: 0.3 },
        )
        observer.observe(element.value)
      },
      { immediate: true },
    )
  })
  onBeforeUnmount(() => {
    document.removeEventListener('visibilitychange', count)
    stop()
  })
}
