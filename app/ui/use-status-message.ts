/** What a page outside of a review announces to screen readers: the list of toasts has the live region. */
export function useStatusMessage() {
  // Session state, because the layout shows it. The server leaves it empty.
  const message = useState('status-message', () => '')
  return {
    /** The text that was announced last; empty until the first one. */
    message: readonly(message),
    /** Announces a text without moving the focus. */
    announce(text: string) {
      // A text that does not change is not announced again.
      message.value = text === message.value ? `${text}\u{a0}` : text
    },
  }
}
