import { announcedText } from './announced-text'

/** The announcements of a page outside of a review: the list of toasts has the live region. */
export function useStatusMessage() {
  // Session state, because the layout shows it. The server leaves it empty.
  const message = useState('status-message', () => '')
  return {
    /** The last announced text; empty until the first announcement. */
    message: readonly(message),
    /** Announces a text without moving the focus. */
    announce(text: string) {
      message.value = announcedText(text, message.value)
    },
  }
}
