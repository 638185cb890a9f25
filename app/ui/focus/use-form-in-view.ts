/**
 * Scrolls a form and its buttons into view when its field takes the focus. While the field has the focus,
 * scrolls again when the form or its scroller changes size: when the form grows with its text, or an
 * on-screen keyboard takes up space.
 */
export function useFormInView(form: Readonly<Ref<HTMLElement | null>>, scrollerSelector: string) {
  let observer: ResizeObserver | undefined
  onMounted(() => {
    const element = form.value
    if (!element) return
    const show = () => element.scrollIntoView({ block: 'nearest' })
    observer = new ResizeObserver(() => {
      if (element.contains(document.activeElement)) show()
    })
    observer.observe(element)
    const scroller = element.closest(scrollerSelector)
    if (scroller) observer.observe(scroller)
    // In a form that a menu opens, the field takes the focus when the menu has closed. A button must not
    // move: the pointer would be released next to it.
    element.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLTextAreaElement) show()
    })
  })
  onBeforeUnmount(() => observer?.disconnect())
}
