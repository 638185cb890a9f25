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
    // Scrolls only when the text field takes the focus; if a menu opened the form, this happens after the
    // menu has closed. A focused button must not move, because the pointer would then be released next to it.
    element.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLTextAreaElement) show()
    })
  })
  onBeforeUnmount(() => observer?.disconnect())
}
