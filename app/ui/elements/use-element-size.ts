import type { Size } from '#shared/annotation/projection'

/**
 * Calls back with an element's size in CSS pixels, on mount and after each change. VueUse's `useElementSize`
 * returns width and height as two refs, whose first values include borders and padding.
 */
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
