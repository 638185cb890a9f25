/**
 * Whether the controls of an element are shown: while it is hovered, has the focus or has an open menu, or
 * while `always` holds. Bind `listeners` to the element, and call `holdMenu` when one of its menus opens and
 * closes: the pointer and the focus are outside of the element then.
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
      // The button must still be there when the focus returns to it from the closed menu.
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
      /** The control that the focus moves to must still exist when the focus arrives. */
      focusout({ relatedTarget }: FocusEvent) {
        isFocused.value = relatedTarget instanceof Node && element.value?.contains(relatedTarget) === true
      },
    },
  }
}
