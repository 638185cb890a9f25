import { defineText } from './define-text'

/** The texts of `components/shell` and `app/layouts`. */
export const text = defineText({
  skipToContent: 'Skip to content',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  offline: "Can't reach the server. Unsent text is saved on this device.",
  sessionEnded: 'Your session has ended. Unsent text is saved.',
  toasts: 'Notifications',
  dismiss: 'Dismiss',
  /** A message that is shown on another page than that of its review. `message` may be empty. */
  toastOf: (review: string, message: string) => [`In “${review}”.`, message].filter(Boolean).join(' '),
  /** `change`: what was done, such as "Comment 3 resolved". */
  undone: (change: string) => `Undone: ${change}`,
})
