/** So long something stands in view before it counts as seen. */
const READ_MS = 2000

/**
 * Calls back when an element has stood in view for a moment, while somebody can look; again whenever `what`
 * changes.
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
              }, READ_MS)
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
