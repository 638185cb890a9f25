import { capitalized, countWord, formatCount, pluralize } from './language/count'
import { defineText } from './language/define-text'

/** The texts of `components/inbox`, and of the actions of the inbox. */
export const text = defineText('inbox', 'text', {
  page: {
    title: 'Inbox',
    filter: 'Filter',
    failed: "Couldn't load the inbox.",
    truncated: (reviews: number) =>
      `Showing the ${reviews} reviews that changed last. Find others in their projects.`,
  },
  /** The heading of the inbox: a greeting by the time of day, and the items that wait for the person. */
  greeting: {
    /** Shown until the browser has stated the time of day. */
    hello: 'Hello, {name}.',
    morning: 'Good morning, {name}.',
    afternoon: 'Good afternoon, {name}.',
    evening: 'Good evening, {name}.',
  },
  waiting: {
    asked: (reviews: number) =>
      capitalized(`${countWord(reviews)} ${reviews === 1 ? 'review asks' : 'reviews ask'} for you.`),
    addressed: (reviews: number) =>
      capitalized(`${countWord(reviews)} ${reviews === 1 ? 'review has' : 'reviews have'} fixes to check.`),
    fresh: (reviews: number) =>
      capitalized(`${countWord(reviews)} ${reviews === 1 ? 'review has' : 'reviews have'} something new.`),
    open: (reviews: number) =>
      capitalized(`${countWord(reviews)} ${reviews === 1 ? 'review needs' : 'reviews need'} a verdict.`),
    requests: (people: number) =>
      capitalized(`${countWord(people)} ${people === 1 ? 'person asks' : 'people ask'} for access.`),
    nothing: 'Nothing waits for you.',
  },
  groups: {
    asked: 'Asked of you',
    addressed: 'Fixes to check',
    fresh: 'New',
    open: 'Needs a verdict',
    waiting: 'Waiting for changes',
    decided: 'Decided this week',
    showAll: (reviews: number) => `Show all ${reviews}`,
  },
  projects: { searchAll: (projects: number) => `Search all ${projects} projects` },
  emptyState: {
    title: 'Nothing waits for you.',
    noReviews: 'No reviews yet',
    /** The title of the page for people who may start a first review. */
    first: 'Let your agent show its work',
    /** Shown below the title of the empty inbox. */
    caughtUp: 'New evidence and fixes appear here.',
    start: 'Start a review',
    showArchived: 'Show archived',
    /** The names of projects follow, as links. */
    archivedIn: 'Archived in',
    decided: (reviews: number) =>
      `You decided ${countWord(reviews)} ${reviews === 1 ? 'review' : 'reviews'} this week.`,
    waiting: (reviews: number) =>
      capitalized(`${countWord(reviews)} ${reviews === 1 ? 'review waits' : 'reviews wait'} for changes.`),
    snoozed: (reviews: number) =>
      capitalized(`${countWord(reviews)} ${reviews === 1 ? 'is' : 'are'} snoozed.`),
    explanation:
      'Its screenshots and videos open here as a review. Click on them to comment, and the agent reads it.',
    explanationReviewer: 'Reviews appear here when agents or members upload screenshots and videos.',
    /** Shown to people who may add files and use a mouse. */
    dropToStart: 'To start a review, drop screenshots or videos anywhere on this page.',
    dropToo: 'You can also drop screenshots or videos anywhere on this page.',
    noWorkspace: "You're not in a workspace",
    findWorkspace: 'Open an invitation link or create your own workspace.',
    createWorkspace: 'Create a workspace',
  },
  selection: {
    label: 'Selected reviews',
    /** The number of selected reviews. */
    count: (reviews: number) => `${formatCount(reviews)} selected`,
    archive: 'Archive',
    snooze: 'Snooze',
    /** The key that snoozes the selected reviews. */
    snoozeKey: 'H',
    clear: 'Clear',
    /** The key that clears the selection. */
    escape: 'Esc',
    /** The label of the checkbox of a review. */
    select: (review: string) => `Select ${review}`,
  },
  actions: {
    select: 'Select',
    unselect: 'Unselect',
    markUnread: 'Mark as unread',
    archive: 'Archive until the review changes',
    archiveGroup: (group: string) => `Archive all of “${group}”`,
    archived: 'Archived until the review changes',
    snooze: 'Snooze',
    snoozed: (time: string) => `Snoozed until ${time}`,
    titleSnoozed: (review: string) => `“${review}” snoozed`,
    severalSnoozed: (reviews: number) => `${pluralize(reviews, 'review')} snoozed`,
    /** Announced to screen readers, and used in "Undone: …". */
    titleArchived: (review: string) => `“${review}” archived`,
    severalArchived: (reviews: number) => `${pluralize(reviews, 'review')} archived`,
    restored: (review: string) => `“${review}” is back in the inbox`,
    markedUnread: (review: string) => `“${review}” marked as unread`,
    notArchived: 'The review was not archived',
    severalNotArchived: 'The reviews were not archived',
    notRestored: 'The review was not moved back to the inbox',
    notMarkedUnread: 'The review was not marked as unread',
  },
  /** The snoozed reviews, below the groups of the inbox. */
  snoozed: {
    title: (reviews: number) => pluralize(reviews, 'snoozed review'),
    /** `time`: the time at which the first snoozed review returns to the inbox. */
    first: (time: string) => `Back from ${time}`,
    failed: "Couldn't load the snoozed reviews.",
  },
  accessRequests: {
    title: 'Access requests',
    asks: '{person} asks for access to {subject}',
    notConfirmed: (email: string) => `${email} (not confirmed)`,
    accept: 'Accept',
    accepted: (person: string, workspace: string) => `${person} was added to ${workspace}`,
    showPeople: 'Show people',
    acceptPerson: (person: string) => `Accept ${person}`,
    decline: 'Decline',
    declinePerson: (person: string) => `Decline ${person}`,
    declineQuestion: (person: string) => `Decline ${person}'s request?`,
    declineExplanation: (date: string) => `They aren't notified, and can ask again after ${date}.`,
    notDeclined: 'The request is still open.',
    alreadyDecided: 'This request was already decided, or has expired.',
  },
  startReview: {
    label: 'Ways to start a first review',
    agent: 'Tell your agent',
    cli: 'Command line',
    files: 'Upload files',
    waiting: 'Waiting for the first evidence. Its review opens here automatically.',
    waitingIn: (review: string) => `Created “${review}”. Waiting for its first evidence.`,
    openSample: 'Open a sample review',
    incompleteSample: 'The sample is not complete.',
  },
  tellAgent: {
    message: 'Message for your agent',
    copy: 'Copy message',
    /** Follows the button that copies the message. */
    then: 'Then send it to your coding agent.',
  },
  commandLine: {
    needsToken: 'The commands need an agent token. Create one to fill it in.',
    needsBoth: 'The commands need a project and an agent token. Create both to fill them in.',
    createToken: 'Create a token',
    createBoth: 'Create project and token',
    createdToken: (token: string) =>
      `Created the token “${token}”. It is shown only once, so copy the commands now.`,
    createdBoth: (project: string, token: string) =>
      `Created the project “${project}” and the token “${token}”. ` +
      'It is shown only once, so copy the commands now.',
    notCreated: 'No token was created.',
    /** The name of the copied commands in the label of the copy button. */
    commands: 'commands',
  },
  uploadFirst: { notCreated: 'No review was created.' },
})

/** The texts of the dialogs of `components/inbox`. */
export const dialogs = defineText('inbox', 'dialogs', {
  acceptAccess: {
    title: (person: string, workspace: string) => `Add ${person} to ${workspace}?`,
    description: 'They see all projects and reviews of the workspace.',
    submit: 'Add to workspace',
  },
  snooze: {
    title: (reviews: number) => (reviews === 1 ? 'Snooze the review' : `Snooze ${reviews} reviews`),
    description: 'It returns to the inbox earlier if someone mentions you or asks for your verdict.',
    legend: 'Until when',
    times: {
      evening: 'This evening',
      tomorrow: 'Tomorrow morning',
      nextWeek: 'Next week',
      other: 'Another time',
    },
    past: 'Choose a time in the future.',
    tooLate: (days: number) => `Choose a time in the next ${days} days, or archive the review.`,
    submit: 'Snooze',
  },
})

/** The texts of the sample review and of its images. */
export const sampleReview = defineText('inbox', 'sampleReview', {
  /** The name of the project of the sample review. The project is found again by this name. */
  project: 'Sample',
  title: 'Sample: the total wraps in the checkout',
  comment: 'The total wraps. It should stay on one line.',
  reply: 'An agent would reply here: “Smaller type for the total, in revision 2.”',
  commentOnFix: 'Click anywhere on the image to add a comment of your own.',
  picture: {
    shop: 'Acme Living',
    checkout: 'Checkout',
    lamp: 'Desk lamp',
    shelf: 'Oak shelf',
    rug: 'Wool rug, 200 × 300 cm',
    subtotal: 'Subtotal',
    shipping: 'Shipping',
    free: 'Free',
    total: 'Total',
    pay: 'Pay now',
  },
})

/** The texts of notifications, and of the setting for notifications by email. */
export const notifications = defineText('inbox', 'notifications', {
  page: {
    title: 'Notifications',
    /** Shown to people with several workspaces. */
    about: 'From all your workspaces.',
    markAllRead: 'Mark all as read',
    allRead: 'All marked as read',
    unchanged: 'Nothing was marked as read.',
    failed: "Couldn't load the notifications.",
    failedMore: "Couldn't load more notifications.",
    none: 'No notifications yet',
    noneHint: 'You are notified when someone mentions you, replies to you or asks for your verdict.',
  },
  row: {
    markRead: 'Mark as read',
    /** `entry`: the text of a notification, such as "Ann mentioned you in comment 1". */
    markReadOf: (entry: string) => `Mark as read: ${entry}`,
    isRead: 'Marked as read',
    /** This text follows a text such as "added evidence". */
    times: (count: number) => `${formatCount(count)} times`,
    /** This text follows the name of a person or an agent. */
    addressed: (comments: number) => `marked ${pluralize(comments, 'comment')} as addressed`,
  },
  mailFrequencies: {
    immediate: { label: 'Within minutes', description: () => 'Events close together are sent in one email.' },
    /** `digestAt`: the formatted time of day at which the digest is sent. */
    daily: { label: 'Daily digest', description: (digestAt: string) => `At ${digestAt}, on days with news.` },
    off: { label: 'Never', description: () => 'Only in the app.' },
  },
})
