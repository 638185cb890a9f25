import { pluralize } from './language/count'
import { defineText } from './language/define-text'

/** The titles of pages. The texts of this file are loaded with every page. */
export const app = defineText('common', 'app', {
  /** The title of the browser tab. */
  title: (page: string | undefined) => (page ? `${page} · Exhibit` : 'Exhibit'),
})

/** The texts of controls in all parts of the dashboard. */
export const common = defineText('common', 'common', {
  /** The label of a menu of actions. `name`: the name of the object that the actions change. */
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
  hide: 'Hide',
  keyboardShortcuts: 'Keyboard shortcuts',
  name: 'Name',
  noResults: (query: string) => `No results for “${query}”.`,
  password: 'Password',
  save: 'Save',
  scope: 'Scope',
  show: 'Show',
  signIn: 'Sign in',
  signOut: 'Sign out',
  tryAgain: 'Try again',
  undo: 'Undo',
  /** Replaces the name of a project until it is loaded. */
  unknownProject: 'One project',
  wholeWorkspace: 'Whole workspace',
})

/** The texts of `components/common`. */
export const controls = defineText('common', 'controls', {
  copy: {
    /** The name of a copied text in the label of its copy button, if the text has no other name. */
    command: 'command',
    /**
     * Shown next to the selected text if the browser provides no clipboard. `manually`: on a device with a
     * keyboard; `selected`: on a device without a keyboard.
     */
    manually: (keys: string) => `Press ${keys} to copy`,
    selected: 'Copy the selected text',
  },
  list: {
    clearFilter: 'Clear filter',
    more: 'Show more',
  },
  loading: 'Loading',
  sessionEnded: 'Your session has ended. Sign in to return to this page.',
  signInAgain: 'Sign in again',
  signedInAs: (email: string) => `Signed in as ${email}`,
  unread: 'New since your last visit',
  /** The reasons why the text of a field cannot be submitted. */
  field: {
    missing: 'Fill in this field.',
    email: 'Enter an email address, such as ann@example.com.',
    tooShort: (characters: number) => `Use at least ${pluralize(characters, 'character')}.`,
  },
})

/** The sentences that follow the message of an error. */
export const errors = defineText('common', 'errors', {
  quota: 'A workspace owner can change the plan under Settings → Usage.',
  seePlan: 'See plan and usage',
  notFound: 'It may have been deleted, the link may be incomplete, or you may not have access to it.',
  nothingLost: 'No data was lost.',
  /** Shown if the sign-in succeeded but the next request was sent without the session. */
  notSignedIn: "You signed in, but your browser didn't keep the session.",
  allowCookies: 'Allow cookies for this site.',
})

/** The texts of `app/error.vue`. */
export const errorPage = defineText('common', 'errorPage', {
  /** The number of the HTTP status follows this text. */
  status: 'HTTP status',
  missing: {
    sentence: 'Nothing to look at here.',
    title: 'Page not found',
    hint: 'The link may be incomplete, the page may have been deleted, or you may not have access to it.',
  },
  failed: {
    sentence: 'This is our mistake, not yours.',
    title: 'Something went wrong',
    hint: 'Try again in a moment. If the problem continues, contact the server administrator.',
  },
})

/** The sentences of `MarkFrame`, each shown as the comment of a mark on pages of one kind. */
export const markFrame = defineText('common', 'markFrame', {
  look: 'Look at what your agents made.',
  claim: 'Your agent has begun. Take a look.',
  connect: 'Let your agents show their work.',
  invite: 'Look at it together.',
  share: 'Take a look, and say what you see.',
})

/** The texts of `app/ui/page/format.ts`. */
export const format = defineText('common', 'format', {
  time: {
    justNow: 'just now',
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    yesterday: 'yesterday',
    days: (count: number) => `${count} d`,
    /** For use in a sentence. `time`: one of the texts that contain a number. */
    ago: (time: string) => `${time} ago`,
    on: (date: string) => `on ${date}`,
  },
  setBy: (person: string, time: string) => `Set by ${person}, ${time}`,
  noVerdict: 'No verdict yet',
  /** The units of bytes. Each unit is 1024 times the previous one. */
  byteUnits: ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'],
  tooLong: (over: string, limit: string) => `${over} characters over the limit of ${limit}`,
})

/** The texts around the notices of the operator. */
export const notices = defineText('common', 'notices', {
  banner: 'Notice from the operator',
  dismiss: 'Dismiss this notice',
  legal: 'Legal',
})
