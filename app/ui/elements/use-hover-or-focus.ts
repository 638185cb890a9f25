/**
 * Whether the controls of an element are shown: while the element is hovered, has the focus or has an open
 * menu, or while `always` returns true. Bind `listeners` to the element. Call `holdMenu` when one of its
 * menus opens and when the menu closes, because an open menu takes the pointer and the focus out of the
 * element.
 */
export function useHoverOrFocus(element: Readonly<Ref<HTMLElement | null>>, always: () => boolean) {
  const isHovered = ref(false)
  const isFocused = ref(false)
  const isMenuOpen = ref(false)
  const release = () => {
    isMenuOpen.value = false
  }
  onBeforeUnmount(() => document.removeEventListener('focusin', release))
  return {
    active: computed(() => isHovered.value || isFocused.value || isMenuOpen.value || always()),
    holdMenu(open: boolean) {
      document.removeEventListener('focusin', release)
      if (open) isMenuOpen.value = true
      // Hides the controls only after the next change of focus: the focus returns from the closed menu to the
      // button of the menu, which must still exist then.
      else document.addEventListener('focusin', release, { once: true })
    },
    listeners: {
      pointerenter() {
        isHovered.value = true
      },
      pointerleave() {
        isHovered.value = false
      },
      focusin() {
        isFocused.value = true
      },
      /**
       * Keeps the controls shown while the focus moves inside of the element, because the control that gets
       * the focus must still exist.
       */
      focusout({ relatedTarget }: FocusEvent) {
        isFocused.value = relatedTarget instanceof Node && element.value?.contains(relatedTarget) === true
      },
    },
  }
}
