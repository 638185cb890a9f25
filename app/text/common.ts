import { defineText } from './define-text'

/** The words that controls all over the dashboard share. */
export const common = defineText({
  /** A menu of actions. `name`: that of their object. */
  actionsFor: (name: string) => `Actions for ${name}`,
  cancel: 'Cancel',
  close: 'Close',
  continue: 'Continue',
  copied: 'Copied',
  copy: 'Copy',
  delete: 'Delete',
  edit: 'Edit',
  email: 'Email',
  goToInbox: 'Go to inbox',
  keyboardShortcuts: 'Keyboard shortcuts',
  name: 'Name',
  noResults: (query: string) => `No results for “${query}”.`,
  password: 'Password',
  save: 'Save',
  scope: 'Scope',
  signIn: 'Sign in',
  signOut: 'Sign out',
  tryAgain: 'Try again',
  undo: 'Undo',
  wholeWorkspace: 'Whole workspace',
})

/**
 * The texts of `components/common`. Those that are loaded elsewhere or later are in modules of their own:
 * `errors.ts`, `rename.ts` and `secret.ts`.
 */
export const text = defineText({
  copy: {
    /** The label of a text that is copied, where it has no other. */
    command: 'command',
    /** Where there is no clipboard: with a keyboard, and without one. */
    manually: (keys: string) => `Press ${keys} to copy`,
    selected: 'Copy the selected text',
  },
  list: {
    more: 'Show more',
  },
  loading: 'Loading',
  sessionEnded: 'Your session has ended. Sign in to return to this page.',
  signInAgain: 'Sign in again',
  signedInAs: (email: string) => `Signed in as ${email}`,
  unread: 'New since your last visit',
})
