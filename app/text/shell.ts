import { formatCount, pluralize } from './language/count'
import { defineText } from './language/define-text'

/** The texts of `components/shell` and `app/layouts`. */
export const text = defineText('shell', 'text', {
  skipToContent: 'Skip to content',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  offline: "Can't reach the server. Unsent text is saved on this device.",
  /** The toast after a part of the page that loads when it is opened, such as a dialog, failed to load. */
  partNotLoaded: {
    title: "This part of the page couldn't be loaded",
    description: 'Open it again when the server can be reached.',
  },
  sessionEnded: 'Your session has ended. Unsent text is saved.',
  toasts: 'Notifications',
  dismiss: 'Dismiss',
  /** The text of a toast about a review after the person has gone to another page. `message` may be empty. */
  toastOf: (review: string, message: string) => [`In “${review}”.`, message].filter(Boolean).join(' '),
  /** `change`: the title of the change that was undone, such as "Comment 3 resolved". */
  undone: (change: string) => `Undone: ${change}`,
})

/** The texts of `components/workspace`: the sidebar and its menus. */
export const workspace = defineText('shell', 'workspace', {
  /** The name of the project that is created for a person's first review. */
  firstProject: 'First project',
  sidebar: {
    label: 'Main',
    search: 'Search',
    searchKeys: (modifier: string) => `${modifier} K`,
    inbox: 'Inbox',
    activity: 'Activity',
    /** A text for screen readers that follows the number of reviews and access requests. */
    attention: (reviews: number) => (reviews === 1 ? 'needs attention' : 'need attention'),
    settings: 'Settings',
    administration: 'Administration',
  },
  projectLinks: {
    title: 'Projects',
    search: 'Search projects',
    /** A text for screen readers that follows the number of reviews that are not verified. */
    notVerified: 'not verified',
    create: 'New project',
    notLoaded: "Couldn't load.",
  },
  switcher: { label: 'Workspace:' },
  userMenu: {
    theme: 'Theme',
    account: 'Your account',
    notSignedOut: "Couldn't sign out",
  },
  newWorkspace: 'New workspace',
})

/** The names of the themes. */
export const theme = defineText('shell', 'theme', { system: 'System', light: 'Light', dark: 'Dark' })

/** The texts of the bell, which is on every page. */
export const bell = defineText('shell', 'bell', {
  label: (unread: number, accessRequests: number) =>
    [
      'Notifications',
      unread > 0 ? `${formatCount(unread)} unread` : undefined,
      accessRequests > 0 ? pluralize(accessRequests, 'access request') : undefined,
    ]
      .filter(Boolean)
      .join(', '),
})

/** The labels of the settings pages. All links to these pages use them. */
export const settingsSections = defineText('shell', 'settingsSections', {
  general: 'General',
  people: 'People',
  tokens: 'Agent tokens',
  webhooks: 'Webhooks',
  pullRequests: 'Pull requests',
  usage: 'Usage',
  activity: 'Activity',
  notifications: 'Notifications',
  account: 'Your account',
  /** The groups of the pages: about the workspace, and about the signed-in person. */
  groups: { workspace: 'Workspace', you: 'You' },
})

/** The labels of the pages of administration. All links to these pages use them. */
export const adminSections = defineText('shell', 'adminSections', {
  workspaces: 'Workspaces',
  people: 'People',
  activity: 'Activity',
})

/** The name and the description of each role. */
export const roles = defineText('shell', 'roles', {
  owner: {
    label: 'Owner',
    description: 'Can do everything, including managing people, the plan and the workspace.',
  },
  member: {
    label: 'Member',
    description:
      'Can view, comment, resolve and approve, and manage projects, reviews, evidence and agent tokens.',
  },
  reviewer: {
    label: 'Reviewer',
    description: 'Can view, comment, resolve and approve. Cannot upload or delete evidence.',
  },
})

/** The texts of the quickstart. Its steps are in `shared/documents/quickstart.ts`. */
export const developers = defineText('shell', 'developers', {
  title: 'Quickstart',
  heading: 'Quickstart for agents',
  introduction:
    'Run these commands against this server, in order. See also: {reference}, {openapi}, {commandLine}.',
  reference: 'API reference',
  openapi: 'openapi.json',
  commandLine: 'command line',
})

/** The texts of `app/ui/keys/shortcuts.ts`. */
export const shortcuts = defineText('shell', 'shortcuts', {
  /** The headings of the list of shortcuts. */
  groups: {
    evidence: 'Evidence',
    annotate: 'Annotate',
    comments: 'Comments',
    compare: 'Compare',
    view: 'View',
    video: 'Video',
    decide: 'Decide',
    inbox: 'Inbox',
    general: 'General',
  },
  /** The names of keys that are words on keyboards, and of gestures during which a key is held. */
  keys: {
    delete: 'Del',
    space: 'Space',
    escape: 'Esc',
    pageUp: 'Page up',
    pageDown: 'Page down',
    home: 'Home',
    end: 'End',
    enter: 'Enter',
    control: 'Ctrl',
    shift: 'Shift',
    /** A key that is pressed while another key is held: "Ctrl+Z". */
    together: (held: string, key: string) => `${held}+${key}`,
    /** Two keys that must be pressed one after the other. */
    sequence: (first: string, second: string) => `${first} then ${second}`,
    /** Two keys with the same effect. */
    either: (one: string, other: string) => `${one} or ${other}`,
    altArrows: 'Alt+arrows',
    shiftDrag: 'Shift+drag',
    altDrag: 'Alt+drag',
    altClick: 'Alt+click',
    /** `modifier`: "Ctrl", or "⌘" on Apple devices. */
    modifierWheel: (modifier: string) => `${modifier}+wheel`,
  },
  /** The effect of each shortcut, by the name of its action. */
  actions: {
    'previous-evidence': 'Previous evidence',
    'next-evidence': 'Next evidence',
    'previous-revision': 'Previous revision',
    'next-revision': 'Next revision',
    'delete-comment': 'Delete the selected comment',
    'comment': 'Write a comment',
    'reply': 'Reply to the selected comment',
    'place-mark': 'With a drawing tool: place a mark or confirm it',
    'next-comment': 'Next comment',
    'previous-comment': 'Previous comment',
    'search-comments': 'Search and group comments',
    'compare-side-by-side': 'Side by side',
    'compare-swipe': 'Swipe',
    'compare-onion-skin': 'Onion skin',
    'compare-difference': 'Difference',
    'next-change': 'Next change in the difference',
    'show-older': 'Hold to see the older picture in the difference',
    'compare-less': 'Move the divider or fade left',
    'compare-more': 'Move the divider or fade right',
    'contact-sheet': 'Contact sheet: variations, viewports, revisions or all evidence',
    'zoom-fit': 'Zoom to fit',
    'zoom-actual': 'Actual size (100%)',
    'zoom-in': 'Zoom in',
    'zoom-out': 'Zoom out',
    'scroll-up': 'Scroll up',
    'scroll-down': 'Scroll down',
    'scroll-to-top': 'Top of the image',
    'scroll-to-bottom': 'Bottom of the image',
    'toggle-marks': 'Hide or show the comments on the image',
    'inspect-pixels': 'Ruler. Press again for the color picker',
    'toggle-panels': 'Hide or show the panels',
    'full-screen': 'Full screen',
    'pan-or-play': 'Image: zoom to fit, or hold to pan. Video: play or pause',
    'frame-back': 'Previous frame',
    'frame-forward': 'Next frame',
    'frames-back': '10 frames back',
    'frames-forward': '10 frames forward',
    'range-start': 'Start of a range to comment on',
    'range-end': 'End of the range',
    'shuttle-back': 'Play backwards. Press again for faster',
    'shuttle-stop': 'Pause',
    'shuttle-forward': 'Play. Press again for faster',
    'escape': 'Discard the draft, close the comparison or clear the selection and the range',
    'resolve': 'Resolve or reopen the selected comment',
    'verify': 'Verify',
    'request-changes': 'Request changes',
    'approve': 'Mark as “Looks good”, or not',
    'next-review': 'Next review',
    'next-row': 'Next review in the list',
    'previous-row': 'Previous review in the list',
    'select-row': 'Select the review, to change several together',
    'archive': 'Archive until the review changes',
    'archive-group': 'Archive the selected reviews, or all of the group',
    'snooze': 'Snooze the review, or the selected ones',
    'filter-list': 'Filter the list',
    'mark-unread': 'Mark as unread',
    'undo': 'Undo',
    'command-palette': 'Command palette',
    'inbox': 'Go to the inbox',
    'shortcuts': 'Keyboard shortcuts',
  },
  /** The effects of the keys that a focused control handles itself. */
  controls: {
    move: 'Move the mark by 1 pixel, with Shift by 10',
    resize: 'Resize the mark',
    equalSides: 'Draw with equal sides',
    fromCenter: 'Draw from the center',
    element: 'Mark the element of the page, if an agent sent the elements',
    send: 'Send the comment',
    sendLater: 'Add the comment to the review, to send it later',
    open: 'Open the review',
    zoom: 'Zoom at the pointer. On touch screens, pinch',
  },
})
