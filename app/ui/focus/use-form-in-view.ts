/**
 * Scrolls a form and its buttons into view when its field takes the focus. Until the person presses a key or
 * a pointer elsewhere, scrolls again when the form or its scroller changes size: when the form grows with its
 * text, or an on-screen keyboard takes up space. Also scrolls again when the content of the scroller changes,
 * such as the order of a list, and when an element around the form has ended a transition. The focus is not
 * checked for this, because a menu that opened the form may return the focus to its button. `block` returns
 * the position in the scroller to which the form is scrolled. Returns a function that scrolls again; call it
 * after the form was moved for another reason.
 */
export function useFormInView(
  form: Readonly<Ref<HTMLElement | null>>,
  scrollerSelector: string,
  block: () => ScrollLogicalPosition = () => 'nearest',
): () => void {
  let observer: ResizeObserver | undefined
  let contents: MutationObserver | undefined
  let isInUse = false
  const show = () => {
    if (isInUse) form.value?.scrollIntoView({ block: block() })
  }
  // Not `onMounted`, because a teleported form may be mounted later than its component.
  const follow = (element: HTMLElement | null) => {
    observer?.disconnect()
    contents?.disconnect()
    if (!element) return
    observer = new ResizeObserver(show)
    observer.observe(element)
    const scroller = element.closest(scrollerSelector)
    if (scroller) {
      observer.observe(scroller)
      contents = new MutationObserver(show)
      contents.observe(scroller, { childList: true, subtree: true })
    }
    // Scrolls only when the text field takes the focus; if a menu opened the form, this happens after the
    // menu has closed. A focused button must not move, because the pointer would then be released next to it.
    const onFocus = (target: EventTarget | null) => {
      if (!(target instanceof HTMLTextAreaElement)) return
      isInUse = true
      show()
    }
    element.addEventListener('focusin', ({ target }) => onFocus(target))
    // The field may have taken the focus when it was mounted, before this listener was added.
    if (element.contains(document.activeElement)) onFocus(document.activeElement)
  }
  watch(form, follow, { immediate: true, flush: 'post' })
  const notice = ({ target }: Event) => {
    if (!(target instanceof Node && form.value?.contains(target))) isInUse = false
  }
  const onTransitionEnd = ({ target }: Event) => {
    if (target instanceof Node && target !== form.value && target.contains(form.value)) show()
  }
  const actions = ['pointerdown', 'keydown'] as const
  onMounted(() => {
    actions.forEach(each => document.addEventListener(each, notice, true))
    document.addEventListener('transitionend', onTransitionEnd)
  })
  onBeforeUnmount(() => {
    observer?.disconnect()
    contents?.disconnect()
    document.removeEventListener('transitionend', onTransitionEnd)
    actions.forEach(each => document.removeEventListener(each, notice, true))
  })
  return show
}
