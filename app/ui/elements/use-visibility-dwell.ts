/** Milliseconds that an element must be visible to count as seen. */
const DWELL_MS = 2000

/**
 * Calls back with the ids in `what` when an element has been visible for {@link DWELL_MS} in a visible tab.
 * Starts again whenever the ids change. VueUse's `useElementVisibility` measures no time, and ignores whether
 * the tab is visible.
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
  /** Starts the timer when the element comes into view, and when the tab becomes visible. */
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
