/**
 * Scrolls a form and its buttons into view when its field takes the focus. Until the person presses a key or
 * a pointer elsewhere, scrolls again when the form or its scroller changes size: when the form grows with its
 * text, or an on-screen keyboard takes up space. The focus alone does not say that the form is in use: a menu
 * that opened the form may return the focus to its button. `block` returns where in the scroller the form is.
 */
export function useFormInView(
  form: Readonly<Ref<HTMLElement | null>>,
  scrollerSelector: string,
  block: () => ScrollLogicalPosition = () => 'nearest',
) {
  let observer: ResizeObserver | undefined
  let isInUse = false
  onMounted(() => {
    const element = form.value
    if (!element) return
    const show = () => element.scrollIntoView({ block: block() })
    observer = new ResizeObserver(() => {
      if (isInUse) show()
    })
    observer.observe(element)
    const scroller = element.closest(scrollerSelector)
    if (scroller) observer.observe(scroller)
    // Scrolls only when the text field takes the focus; if a menu opened the form, this happens after the
    // menu has closed. A focused button must not move, because the pointer would then be released next to it.
    element.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLTextAreaElement)) return
      isInUse = true
      show()
    })
  })
  const notice = ({ target }: Event) => {
    if (!(target instanceof Node && form.value?.contains(target))) isInUse = false
  }
  const actions = ['pointerdown', 'keydown'] as const
  onMounted(() => actions.forEach(each => document.addEventListener(each, notice, true)))
  onBeforeUnmount(() => {
    observer?.disconnect()
    actions.forEach(each => document.removeEventListener(each, notice, true))
  })
}
