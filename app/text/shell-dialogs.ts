import { formatCount, pluralize } from './language/count'
import { defineText } from './language/define-text'

/** The texts of `components/palette`, and of the commands that exist on every page. */
export const palette = defineText('shell-dialogs', 'palette', {
  dialog: {
    title: 'Command palette',
    description: 'Search evidence, reviews, pages and actions. Use the arrow keys and Enter to choose.',
    search: 'Search commands',
    searchExample: 'Type a command or search…',
    commands: 'Commands',
    /** Says how many matches of a group are listed, if not all are. */
    cut: (shown: number, total: number) => `${formatCount(shown)} of ${formatCount(total)}`,
    searching: 'Searching…',
    results: (count: number) => pluralize(count, 'result'),
    incomplete: "Couldn't load projects and reviews.",
  },
  row: { current: 'current' },
  commands: {
    inbox: 'Inbox',
    inboxKeys: 'G then I',
    notifications: 'Notifications',
    /** Shown next to the name of a project. */
    project: 'Project',
    developers: 'Developers',
    developersDetail: 'Quickstart and API',
    newProject: 'New project',
    newReview: (project: string) => `New review in ${project}`,
    newToken: 'New agent token',
    newWorkspace: 'New workspace',
  },
})

/** The headings of the command palette. */
export const commandGroups = defineText('shell-dialogs', 'commandGroups', {
  review: 'This review',
  evidence: 'Evidence',
  comments: 'Comments',
  navigation: 'Go to',
  create: 'Create',
  reviews: 'Reviews',
  /** The evidence of any review that matches the query. */
  found: 'Evidence in reviews',
  settings: 'Settings',
  administration: 'Administration',
  theme: 'Theme',
  account: 'Account',
})

/** The texts of the dialogs of `components/workspace`. */
export const newWorkspace = defineText('shell-dialogs', 'newWorkspace', {
  newWorkspace: {
    title: 'New workspace',
    description: 'A separate space with its own projects, people, tokens and plan. You will be its owner.',
    submit: 'Create workspace',
    nameExample: 'Acme',
  },
})

/** The texts of the dialog to sign in again. */
export const sessionExpired = defineText('shell-dialogs', 'sessionExpired', {
  title: 'Sign in again',
  description: 'Your session has ended. Sign in to continue on this page. Unsent text is saved.',
  /** A link to the sign-in page follows this text. */
  otherWay: 'Forgot your password, or signing in another way?',
  signInPage: 'Go to the sign-in page',
})

/** The texts of the dialog that renames an object, without the title of the dialog. */
export const rename = defineText('shell-dialogs', 'rename', {
  current: (name: string) => `Current name: “${name}”.`,
  submit: 'Rename',
})

/** The texts of the dialog that shows a secret. */
export const secret = defineText('shell-dialogs', 'secret', {
  shownOnce: 'It is shown only once. We store only a hash.',
  done: 'Done',
})
