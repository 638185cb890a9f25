import type { Size } from '~/annotation/projection'

/** Calls back with an element's size in CSS pixels, on mount and after each change. */
export function useElementSize(element: Readonly<Ref<HTMLElement | null>>, onSize: (size: Size) => void) {
  let observer: ResizeObserver | undefined
  onMounted(() => {
    if (!element.value) return
    observer = new ResizeObserver(([entry]) => {
      if (entry) onSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element.value)
  })
  onBeforeUnmount(() => observer?.disconnect())
}
