import { defineText } from './language/define-text'

/** The titles of pages. Every page loads the texts of this file. */
export const app = defineText('common', 'app', {
  /** The title of the browser's tab. */
  title: (page: string | undefined) => (page ? `${page} · Exhibit` : 'Exhibit'),
})

/** The words that controls all over the dashboard share. */
export const common = defineText('common', 'common', {
  /** A menu of actions. `name`: the name of their object. */
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

/** The texts of `components/common`. */
export const controls = defineText('common', 'controls', {
  copy: {
    /** The label of a text that is copied, if it has no other. */
    command: 'command',
    /** Shown if there is no clipboard: with a keyboard, and without one. */
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

/** The sentences that follow the message of an error. */
export const errors = defineText('common', 'errors', {
  quota: 'A workspace owner can change the plan under Settings → Usage.',
  seePlan: 'See plan and usage',
  notFound: 'It may have been deleted, the link may be incomplete, or you may not have access to it.',
  nothingLost: 'No data was lost.',
  /** The sign-in succeeded, but the next request has no session. */
  notSignedIn: "You signed in, but your browser didn't keep the session.",
  allowCookies: 'Allow cookies for this site.',
})

/** The texts of `app/error.vue`. */
export const errorPage = defineText('common', 'errorPage', {
  missing: {
    title: 'Page not found',
    hint: 'The link may be incomplete, the page may have been deleted, or you may not have access to it.',
  },
  failed: {
    title: 'Something went wrong',
    hint: 'Try again in a moment. If the problem continues, contact the server administrator.',
  },
})

/** The texts of `app/ui/page/format.ts`. */
export const format = defineText('common', 'format', {
  time: {
    justNow: 'just now',
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    yesterday: 'yesterday',
    days: (count: number) => `${count} d`,
    /** In a sentence. `time`: one of the texts with a number. */
    ago: (time: string) => `${time} ago`,
    on: (date: string) => `on ${date}`,
  },
  setBy: (person: string, time: string) => `Set by ${person}, ${time}`,
  noVerdict: 'No verdict yet',
  /** Units of bytes, each 1024 times the one before. */
  byteUnits: ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'],
  tooLong: (over: string, limit: string) => `${over} characters over the limit of ${limit}`,
})
