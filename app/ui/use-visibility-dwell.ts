/** How long an element must be visible to count as seen. */
const DWELL_MS = 2000

/**
 * Calls back when an element has been visible for a while in a visible tab; again whenever `what`, a list of
 * ids, changes.
 */
export function useVisibilityDwell(
  element: Readonly<Ref<HTMLElement | null>>,
  what: () => string[],
  onShown: (what: string[]) => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let observer: IntersectionObserver | undefined
  const stop = () => {
    clearTimeout(timer)
    observer?.disconnect()
  }
  onMounted(() =>
    watch(
      () => what().join(),
      () => {
        stop()
        if (what().length === 0 || !element.value) return
        observer = new IntersectionObserver(
          ([entry]) => {
            clearTimeout(timer)
            if (entry?.isIntersecting)
              timer = setTimeout(() => {
                if (document.visibilityState === 'visible') onShown(what())
              }, DWELL_MS)
          },
          { threshold: 0.3 },
        )
        observer.observe(element.value)
      },
      { immediate: true },
    ),
  )
  onBeforeUnmount(stop)
}
