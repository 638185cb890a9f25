import { announcedText } from './announced-text'

/**
 * The announcements to screen readers of a page that is not a review. The list of toasts contains their live
 * region.
 */
export function useStatusMessage() {
  // `useState` keeps the message for the session, because the layout shows it. The server leaves it empty.
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
