import { announcedText } from './announced-text'

/** What a page outside of a review announces to screen readers: the list of toasts has the live region. */
export function useStatusMessage() {
  // Session state, because the layout shows it. The server leaves it empty.
  const message = useState('status-message', () => '')
  return {
    /** The text that was announced last; empty until the first one. */
    message: readonly(message),
    /** Announces a text without moving the focus. */
    announce(text: string) {
      message.value = announcedText(text, message.value)
    },
  }
}
