interface FieldSubmitOptions {
  /** The element of the form. */
  element: Readonly<Ref<HTMLFormElement | null>>
  focusField: () => void
  submit: (later: boolean) => Promise<void>
  /** Whether the text can be stored as a pending comment. */
  canSendLater: () => boolean
}

/**
 * How the form of a comment is submitted: by its buttons and by keys, and for a guest only once the field for
 * the guest's name is there.
 */
export function useFieldSubmit({ element, focusField, submit, canSendLater }: FieldSubmitOptions) {
  const { canAnnotate } = useReviewAccess()
  /**
   * Whether the form is complete. For a guest, it is complete only when the field for the guest's name has
   * been loaded.
   */
  let isComplete = canAnnotate
  let isSubmitted = false

  /**
   * Submits the form. The buttons disappear after the message is sent, so if a button has the focus, the
   * focus moves to the field first.
   */
  function submitFrom(later: boolean) {
    if (element.value?.querySelector('button:focus-visible')) focusField()
    void submit(later)
  }

  return {
    submitFrom,
    /** Called when the form is submitted. */
    send() {
      if (isComplete) submitFrom(false)
      else isSubmitted = true
    },
    /** Called when the field for the guest's name is there. */
    async complete() {
      isComplete = true
      await nextTick()
      if (isSubmitted) element.value?.requestSubmit()
      isSubmitted = false
    },
    submitByKey({ shiftKey }: KeyboardEvent) {
      if (shiftKey && canSendLater()) submitFrom(true)
      // Submits the form like the button does, so that a guest is asked for a name first.
      else element.value?.requestSubmit()
    },
  }
}
