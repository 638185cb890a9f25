import { formatCount, pluralize } from './language/count'
import { defineText } from './language/define-text'

/** The texts of `components/settings`, and of the settings pages that have no text file of their own. */
export const text = defineText('settings', 'text', {
  nav: 'Settings',
  build: (version: string, commit: string | null) => `Exhibit ${version}${commit ? ` (${commit})` : ''}`,
  noAccess: {
    title: (section: string) => `You don't have access to ${section}`,
    role: (workspace: string, role: string) =>
      `Your role in ${workspace} is ${role.toLowerCase()}. Ask an owner for access.`,
    off: 'The operator of this server has turned this off.',
    noWorkspace: "You're not in a workspace. Ask an owner for an invitation or create your own workspace.",
  },
  general: {
    title: 'General',
    about: 'Workspace name, ID, retention and ownership.',
    id: 'Workspace ID',
    /** The label of the button that copies the workspace ID. */
    copyId: 'Copy workspace ID',
    idUse: 'Use this ID in scripts and API calls.',
    retention: 'Retention',
    retentionFailed: "Couldn't load the retention settings.",
    ownership: 'Ownership',
  },
  workspace: {
    rename: 'Rename',
    renamed: 'Workspace renamed',
    nameUnchanged: "The name wasn't changed.",
    transfer: 'Transfer ownership',
    delete: 'Delete workspace',
  },
  activity: {
    title: 'Activity',
    about: 'What people and agents did, newest first. Only owners can see it.',
    failed: "Couldn't load the activity.",
    failedMore: "Couldn't load more activity.",
    none: 'No activity yet',
    noneOfType: 'No activity of this type yet',
    noneHint: 'Actions by people and agents are logged here.',
  },
  notifications: {
    title: 'Notifications',
    about: 'Mentions, replies, requests for your verdict, and news of reviews you decide.',
    failed: "Couldn't load the notification settings.",
    to: (email: string) => `To ${email}`,
    unconfirmed: (email: string) =>
      `Nothing is sent to ${email}: the address is not confirmed. To confirm it, enter it as your new email.`,
    noMail: 'This server sends no email.',
    unchanged: "The setting wasn't changed.",
  },
  account: {
    title: 'Your account',
    about: 'Your name, profile picture and email, how you sign in, and where you are signed in.',
    picture: 'Profile picture',
    signIn: 'Sign-in',
    signInFailed: "Couldn't load how you sign in.",
    proxy: "Your organization's proxy signs you in.",
    sessions: 'Sessions',
    account: 'Account',
    delete: 'Delete account',
  },
  accountName: {
    label: 'Your name',
    changed: 'Name changed',
    unchanged: "The name wasn't changed.",
    hint: 'A new name is shown from now on. Your earlier comments and verdicts keep the previous name.',
  },
  avatar: {
    label: 'Profile picture',
    upload: 'Upload picture',
    change: 'Change picture',
    remove: 'Remove',
    removeLabel: 'Remove your profile picture',
    unchanged: "The profile picture wasn't changed.",
    refused: (file: string) => `“${file}” can't be shown. Choose a PNG, JPEG or WebP image.`,
    notRemoved: "The profile picture wasn't removed.",
  },
  email: {
    change: 'Change email',
    changed: 'Email changed',
    new: 'New email',
    byLink: 'You confirm the new address with a link we send to it.',
    sendLink: 'Send link',
    atOnce: 'You sign in with the new address from now on.',
    sentTo: (email: string) => `Open the link we sent to ${email} within an hour.`,
  },
  password: {
    change: 'Change password',
    changed: 'Password changed',
    consequence: 'You are signed out everywhere else.',
    current: 'Current password',
    new: 'New password',
    length: (characters: number) => `At least ${characters} characters.`,
  },
  passkey: {
    add: 'Add a passkey',
    about: 'Sign in with a fingerprint, a face, a PIN or a security key. Your browser asks for it.',
    nameExample: 'Work laptop',
    rename: 'Rename',
    renameTitle: 'Rename passkey',
    renameLabel: (name: string) => `Rename the passkey “${name}”`,
  },
  provider: {
    link: (provider: string) => `Link ${provider}`,
    sameEmail: 'The account there must have the same confirmed email address as your account here.',
    notLinked: 'Nothing was linked.',
  },
  method: {
    passkey: 'Passkey',
    password: 'Password',
    added: 'Added {time}',
    lastUsed: 'last used {time}',
    unusable: 'not available on this server any more',
    /** The name of a passkey, for use in a sentence about sign-in methods. */
    passkeyNamed: (name: string) => `the passkey “${name}”`,
    thisPasskey: 'this passkey',
    yourPassword: 'your password',
    remove: 'Remove',
    removeLabel: (method: string) => `Remove ${method}`,
    question: (method: string) => `Remove ${method}?`,
    passkeyConsequence: (name: string) =>
      `You can't sign in with “${name}” any more, but stay signed in. Delete it from your device too.`,
    consequence: "You can't sign in with it any more. You stay signed in here.",
    notRemoved: 'You can still sign in with it.',
  },
  sessions: {
    failed: "Couldn't load where you are signed in.",
    endOthers: 'Sign out everywhere else',
    othersNotEnded: 'The other sessions are still active.',
    thisDevice: 'This device',
    /** The time of the sign-in follows this text. */
    signedIn: 'Signed in',
    /** The IP address follows this text. */
    ip: 'IP address',
    end: 'Sign out',
    endLabel: (device: string) => `Sign out ${device}`,
  },
})

/** The texts of the dialogs that delete an account, delete a workspace and transfer a workspace. */
export const dialogs = defineText('settings', 'dialogs', {
  typeToConfirm: (typed: string) => `Type ${typed} to confirm`,
  typeNameToConfirm: (name: string) => `Type “${name}” to confirm`,
  deleteAccount: {
    title: 'Delete your account?',
    recovery: (days: number) => `The operator of this server can restore it within ${days} days.`,
    confirm: 'Delete account',
    notDeleted: "Your account wasn't deleted.",
    workspacesFailed: "Couldn't load your workspaces.",
    consequence:
      'You are signed out everywhere. Your comments in workspaces of others stay, under your name.',
  },
  lastOwner: {
    about: 'You are the only owner of workspaces with other members. Transfer or delete them first.',
    open: 'Open settings',
    openLabel: (workspace: string) => `Open the settings of ${workspace}`,
  },
  deleteWorkspace: {
    title: (name: string) => `Delete “${name}”?`,
    recovery: (days: number) => `The operator of this server can restore it within ${days} days.`,
    confirm: 'Delete workspace',
    notDeleted: "The workspace wasn't deleted.",
    deleted: (name: string) => `“${name}” deleted`,
    deletedIn: (days: number) => `Deleted for good in ${days} days`,
    unknownContents: 'All projects, reviews, evidence and comments',
    contents: (projects: number, reviews: number, evidence: number, size: string) =>
      `${pluralize(projects, 'project')}, ${pluralize(reviews, 'review')} with comments, ` +
      `${pluralize(evidence, 'screenshot or video', 'screenshots and videos')} (${size})`,
    stopsNow: 'Stops now',
    /**
     * Lists the functions that stop working when the workspace is deleted. `others`: the number of other
     * members.
     */
    stopped: (others: number) =>
      (others > 0 ? `Access for you and ${pluralize(others, 'other person', 'other people')}` : 'Access') +
      ', agent tokens, share links, media links, webhooks and pull request updates',
  },
  transfer: {
    title: (name: string) => `Transfer “${name}”?`,
    about: 'You become a member. Only an owner can undo this.',
    confirm: 'Transfer ownership',
    notTransferred: 'You still own the workspace.',
    transferred: (person: string, workspace: string) => `${person} owns ${workspace} now`,
    peopleFailed: "Couldn't load the people.",
    alone: 'This workspace has no other member. Invite the new owner first.',
    newOwner: 'New owner',
    choose: 'Choose a member',
  },
})

/** The texts of `components/activity`. */
export const activity = defineText('settings', 'activity', {
  /** The number of earlier events that led to an event, such as the steps of an upload. */
  steps: (count: number) => pluralize(count, 'step'),
  /** The number of events that a row combines. */
  events: (count: number) => pluralize(count, 'event'),
  filter: { label: 'Filter', all: 'All activity' },
  export: { label: 'Export', formats: { csv: 'CSV', jsonl: 'JSON Lines' } },
})

/** Returns a number of things in words: "a comment", "5 comments". `one`: a single thing with its article. */
const some = (count: number, one: string, many: string) =>
  count === 1 ? one : `${formatCount(count)} ${many}`

/**
 * The texts that follow the name of the subject in a sentence about an event, and the texts below that
 * sentence.
 */
export const events = defineText('settings', 'events', {
  reason: (reason: string) => `for this reason: ${reason}`,
  /** The reasons why the server disabled a webhook. */
  disabled: {
    gone: 'because its receiver responded 410 Gone',
    failures: 'because it failed for five days',
  },
  /** The options of a share link. */
  shareOptions: {
    hasPassword: 'a password',
    allowComments: 'comments',
    allowDownload: 'downloads',
  },
  /** The formats of exported files. */
  exported: { html: 'as HTML', csv: 'as CSV' },
  /**
   * The events of invitations. The invited email address, or the name of the person who invited, follows this
   * text.
   */
  invitations: {
    'invitation.created': 'created an invitation for',
    'invitation.accepted': 'accepted an invitation from',
  },
  /**
   * `number`: null for a comment on the whole review. `title`: the title of the evidence; null for a comment
   * on the whole review.
   */
  comment: (number: number | null, title: string | null) =>
    [number === null ? 'Comment' : `Comment ${number}`, title].filter(Boolean).join(' · '),
  reply: 'replied to a comment on',
  /** A person has undone that they resolved or reopened a fixed comment. */
  returned: 'put a fix back to be checked on',
  /** The changes that a person can make to the label of a comment. */
  labels: {
    nit: 'labeled a comment as a nit on',
    blocker: 'labeled a comment as a blocker on',
    no_label: 'removed the label of a comment on',
  },
  /** The headings of the events of a day. */
  today: 'Today',
  yesterday: 'Yesterday',
  /** The actions of one person within some minutes. `list` joins these texts. */
  actions: {
    'review.created': (count: number) => (count === 1 ? 'created the review' : `created ${count} reviews`),
    'artifact.completed': (count: number) => `added ${some(count, 'evidence', 'pieces of evidence')}`,
    'revision': (count: number) => `added ${some(count, 'a revision', 'revisions')}`,
    'artifact.declared': (count: number) => `started ${some(count, 'an upload', 'uploads')}`,
    'upload.received': (count: number) => `uploaded ${some(count, 'a file', 'files')}`,
    'artifact.rejected': (count: number) => `uploaded ${some(count, 'a rejected file', 'rejected files')}`,
    'artifact.cancelled': (count: number) => `cancelled ${some(count, 'an upload', 'uploads')}`,
    'artifact.deleted': (count: number) => `deleted ${some(count, 'evidence', 'pieces of evidence')}`,
    'artifact.comparison_changed': () => 'changed what counts as a change',
    'artifact.approved': (count: number) => `approved ${some(count, 'evidence', 'pieces of evidence')}`,
    'artifact.approval_withdrawn': (count: number) => `withdrew ${some(count, 'an approval', 'approvals')}`,
    'artifact.downloaded': (count: number) =>
      `downloaded ${some(count, 'an original file', 'original files')}`,
    'thread.created': (count: number) => `added ${some(count, 'a comment', 'comments')}`,
    'reply': (count: number) => `replied to ${some(count, 'a comment', 'comments')}`,
    'comment.created': (count: number) => `wrote ${some(count, 'a comment', 'comments')}`,
    'comment.updated': (count: number) => `edited ${some(count, 'a comment', 'comments')}`,
    'labeled': (count: number) => `labeled ${some(count, 'a comment', 'comments')}`,
    'unlabeled': (count: number) => `removed ${some(count, 'a label', 'labels')}`,
    'thread.updated': (count: number) => `moved ${some(count, 'a comment', 'comments')}`,
    'thread.addressed': (count: number) => `addressed ${some(count, 'a comment', 'comments')}`,
    'thread.resolved': (count: number) => `resolved ${some(count, 'a comment', 'comments')}`,
    'thread.open': (count: number) => `reopened ${some(count, 'a comment', 'comments')}`,
    'returned': (count: number) => `put ${some(count, 'a fix', 'fixes')} back to be checked`,
    'thread.deleted': (count: number) => `deleted ${some(count, 'a comment', 'comments')}`,
    'comment.deleted': (count: number) => `deleted ${some(count, 'a reply', 'replies')}`,
    'share_link.created': (count: number) => `created ${some(count, 'a share link', 'share links')}`,
    'share_link.updated': (count: number) => `changed ${some(count, 'a share link', 'share links')}`,
    'share_link.revealed': (count: number) => `copied ${some(count, 'a share link', 'share links')}`,
    'share_link.revoked': (count: number) => `revoked ${some(count, 'a share link', 'share links')}`,
    'capability.revoked': (count: number) =>
      `revoked the media links of ${some(count, 'a revision', 'revisions')}`,
    'review.exported': () => 'exported the review',
    'review.reviewers_requested': () => 'changed who is asked to review',
    'review.verdict_withdrawn': () => 'withdrew a verdict',
    'review.verdict_given': () => 'gave a verdict',
    'review.open': () => 'reset the verdict',
    'review.changes_requested': () => 'requested changes',
    'review.verified': () => 'verified',
  },
  /** Follows the actions if there are more of them. */
  more: 'more',
  list: (actions: string[]) => new Intl.ListFormat('en-GB').format(actions),
  inReviews: (actions: string, reviews: number) => `${actions} in ${reviews} reviews`,
  /** Follows the titles of the first reviews. */
  moreReviews: (count: number) => `${count} more`,
  downloads: (count: number) => `downloaded ${count} original files from`,
  withOptions: (options: string[]) => `with ${new Intl.ListFormat('en').format(options)}`,
  toRole: (role: string) => `to ${role}`,
  toPlan: (plan: string) => `to ${plan}`,
  asRole: (role: string) => `as ${role.toLowerCase()}`,
})

/** The names of the browsers and programs in which a person is signed in. */
export const devices = defineText('settings', 'devices', {
  /** The name of a browser, with the name of its operating system. */
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  unknown: 'Unknown device',
})
