/**
 * Scrolls a form into view, with its buttons, when its field takes the focus, and while it has the focus and
 * it or the scroller around it changes its size: when it opens, grows with its text, or an on-screen keyboard
 * takes the room.
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
    // Of a form that a menu opens, the field takes the focus when the menu has closed. A button must not
    // move: what a pointer has pressed would be released beside it.
    element.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLTextAreaElement) show()
    })
  })
  onBeforeUnmount(() => observer?.disconnect())
}
