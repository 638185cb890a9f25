/**
 * Scrolls a form into view, with its buttons, while it has the focus and it or the scroller around it changes
 * its size: when it opens, grows with its text, or an on-screen keyboard takes the room.
 */
export function useFormInView(form: Readonly<Ref<HTMLElement | null>>, scrollerSelector: string) {
  let observer: ResizeObserver | undefined
  onMounted(() => {
    const element = form.value
    if (!element) return
    observer = new ResizeObserver(() => {
      if (element.contains(document.activeElement)) element.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(element)
    const scroller = element.closest(scrollerSelector)
    if (scroller) observer.observe(scroller)
  })
  onBeforeUnmount(() => observer?.disconnect())
}
