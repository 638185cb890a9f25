interface TapGuard {
  /** Handles presses inside of the form, before its controls. */
  onPointerdown: () => void
  /** Handles clicks inside of the form, before its controls. */
  onClick: (event: MouseEvent) => void
  /** Keeps the focus in the field when the person presses the form outside of its controls. */
  keepFocus: (event: MouseEvent) => void
}

/**
 * Returns listeners for a form that opens at a tap. Browsers send the mouse events of a tap last, when the
 * form may be under the finger: such a click must not press "Send", nor take the focus from the field.
 */
export function useTapGuard(): TapGuard {
  let isPressed = false
  return {
    onPointerdown() {
      isPressed = true
    },
    onClick(event) {
      if (event.detail > 0 && !isPressed) {
        event.preventDefault()
        event.stopPropagation()
      }
      isPressed = false
    },
    keepFocus(event) {
      if (event.target instanceof Element && !event.target.closest('textarea, input, button, a'))
        event.preventDefault()
    },
  }
}
