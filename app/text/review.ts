import { formatCount, pluralize } from './language/count'
import { defineText } from './language/define-text'

/** The texts of the page of a review: of `components/review`, and of the actions in `app/review-page`. */
export const text = defineText('review', 'text', {
  frame: {
    failed: "Couldn't load the review.",
    deleted: 'This review was deleted',
  },
  skip: { image: 'Skip to image', video: 'Skip to video', comments: 'Skip to comments' },
  skeleton: { label: 'Loading the review' },
  heading: { unknown: 'Review' },
  topBar: {
    back: 'Back to the inbox',
    backToProject: 'Back to the project',
    share: 'Share',
  },
  menu: {
    addEvidence: 'Add evidence',
    downloadOriginals: 'Download originals',
    exportHtml: 'Export as HTML',
    exportComments: 'Export comments as CSV',
  },
  details: {
    label: 'Review details',
    project: 'Project',
    pullRequest: 'Pull request',
    branch: 'Branch',
    /** The label of the button that copies the branch. */
    copyBranch: 'Copy branch',
    commit: 'Commit',
    copyCommit: 'Copy commit',
    created: 'Created',
  },
  pullRequest: {
    /** A text for screen readers that follows the label of the link to the pull request. */
    hint: ' (pull request, opens in a new tab)',
  },
  viewers: {
    others: (count: number) => `${pluralize(count, 'other person', 'other people')} here`,
    title: 'Viewing now',
  },
  verdict: {
    label: 'Verdict',
    /** The button that opens the card of the verdict, and the name of the card. */
    review: 'Review',
    card: 'Your review',
    /** The title of the card of the verdict on a phone. */
    on: (review: string) => `Verdict on “${review}”`,
    onlyComment: 'Comment',
    summary: 'Comment on the whole review',
    verifyWith: (openComments: number) => `Verify with ${pluralize(openComments, 'open comment')}`,
    /** The remaining work in a review, except its open comments; empty if nothing else remains. */
    left: ({ blockers, toCheck, unopened }: { blockers: number; toCheck: number; unopened: number }) =>
      [
        blockers > 0 && (blockers === 1 ? 'One comment is a blocker.' : `${blockers} comments are blockers.`),
        toCheck > 0 && (toCheck === 1 ? 'One fix is not checked.' : `${toCheck} fixes are not checked.`),
        unopened > 0 &&
          (unopened === 1
            ? 'You have not seen the latest revision of one piece of evidence.'
            : `You have not seen the latest revision of ${unopened} pieces of evidence.`),
      ]
        .filter(Boolean)
        .join(' '),
    pendingGo: (count: number) =>
      count === 1 ? 'One pending comment goes with it' : `${count} pending comments go with it`,
    notSent: (count: number) =>
      count === 1
        ? 'One comment could not be sent and is still pending'
        : `${count} comments could not be sent and are still pending`,
    backTo: (verdict: string) => `Back to “${verdict}”`,
    author: '{verdict} by {person}, {time}',
    comment: 'Comment with your verdict',
    addComment: 'Add a comment',
    requestChanges: 'Request changes',
    verify: 'Verify',
    /** Replaces the label of the button that sends a verdict until the verdict can be sent. */
    missing: { choice: 'Choose a verdict', text: 'Write a comment' },
    is: (verdict: string) => `Verdict: ${verdict}`,
    yours: (verdict: string) => `Your verdict: ${verdict}`,
    previous: (verdict: string) => `Previously: ${verdict}`,
    waits: 'The review is verified once everyone who was asked has verified it.',
    notSaved: 'The verdict was not saved',
    unknown: 'Reload the page to see your verdict.',
  },
  reviewers: {
    label: 'Reviewers',
    ask: 'Ask for a verdict',
    choose: 'Ask for a verdict…',
    asked: 'Asked',
    /** This text follows the label of the button that opens the list of reviewers. */
    youAreAsked: 'you are asked for a verdict',
    withdraw: (person: string) => `Withdraw request to ${person}`,
    /** Announced to screen readers. */
    isAsked: (person: string) => `${person} is asked for a verdict`,
    isNotAsked: (person: string) => `${person} is not asked any more`,
    notAsked: 'No one else is asked.',
    more: 'Show more',
    less: 'Show less',
    /** Shown if the review is not verified, but everyone who was asked has verified it. */
    ready: 'Everyone asked has verified.',
    /** Shown if a person has verified, no one is asked any more, and no verdict is missing. */
    readyAlone: 'No other verdict is needed.',
    readyHint: 'The review is verified when you verify it.',
  },
  rounds: {
    label: 'Evidence as of',
    latest: 'Latest',
    showLatest: 'Show latest',
    asOf: (round: number, when: string) => `As of round ${round}, ${when}.`,
    asOfEarlier: 'As of the earlier uploads.',
  },
  filmstrip: {
    label: 'Evidence',
    select: (title: string) => `Select ${title}`,
    options: 'Evidence list options',
    add: 'Add evidence',
    /** The number of pieces of evidence that match the filter, and the number of all pieces. */
    found: (found: number, count: number) => `${found} of ${count}`,
    noneFound: 'No evidence matches',
    clear: 'Show all',
    /** The label of the stack of evidence that looks as it was accepted. */
    same: (count: number) => `${count} same`,
  },
  card: {
    isNew: 'New since your last visit',
    preferred: 'Preferred',
    hasPending: 'Has your pending comments',
    hasUnsent: 'Has your unsent comment',
    /**
     * The labels of a picture that is split: one half shows an earlier state, the other half the current
     * state.
     */
    earlier: { before: 'Before and after', accepted: 'Accepted and now' },
    /** Shown instead of an image that could not be loaded. */
    notLoaded: "Couldn't load",
    /** A text for screen readers. */
    openComments: (count: number) => pluralize(count, 'open comment'),
  },
  /** The approval of single pieces of evidence. A revision is named by its index: "r2". */
  approval: {
    label: 'Looks good',
    withdraw: 'Withdraw “Looks good”',
    labelFor: (title: string) => `“${title}” looks good`,
    hint: 'Mark this evidence as looking good',
    by: (name: string, index: number, carried: boolean) =>
      carried ? `Approved by ${name} on r${index}, which looks the same` : `Approved by ${name}`,
    ended: (name: string, index: number) => `Changed since ${name} approved r${index}`,
    /** The label of the line that shows how much evidence is approved, for screen readers. */
    progress: (approved: number, count: number) => `${approved} of ${count} approved`,
    allLookedAt: 'Nothing is left to look at',
  },
  /** The result of comparing evidence with the revision that people accepted before. */
  baseline: {
    changed: (percent: number) => `${percent}%`,
    /** The number of blocks that moved to another place. */
    movedBlocks: (count: number) => `${formatCount(count)} moved`,
    /** `moved` and `share`: the two texts above. */
    movedAnd: (moved: string, share: string) => `${moved} · ${share}`,
    aboutChanged: (percent: number) => `${percent}% of its pixels differ from what was accepted`,
    aboutMoved: (count: number) => `${pluralize(count, 'block')} moved since it was accepted`,
    other: 'Changed',
    aboutOther: 'It differs from what was accepted',
    aboutItself: 'It differs from itself: pictures of one round and commit look different',
  },
  evidenceMenu: {
    download: 'Download original',
    newRevision: 'New revision',
    edit: 'Edit title and description',
    delete: 'Delete evidence',
    question: (title: string) => `Delete “${title}”?`,
    consequence: "This deletes all its revisions, files and comments. It can't be undone.",
    notDeleted: "The evidence wasn't deleted.",
  },
  /**
   * The labels of the edges between the stage and a panel. Dragging an edge changes the width of the panel.
   */
  resizer: { film: 'Width of the evidence list', talk: 'Width of the conversation' },
  empty: {
    title: 'No evidence yet',
    forVisitors:
      'Screenshots and videos appear here as soon as they are uploaded. This page updates automatically.',
    drop: 'Drop screenshots or videos here, or paste an image.',
    /** On a touch screen. */
    add: 'Add screenshots or videos from this device.',
    choose: 'Choose files',
    forAgents: 'Agents and scripts add evidence with this command:',
  },
  arrivals: {
    evidence: 'New evidence',
    revision: (index: number) => `New revision r${index}`,
    view: 'View',
    see: (index: number) => `See r${index}`,
    compare: (index: number) => `Compare with r${index}`,
    several: (count: number) => `${count} new pieces of evidence`,
    marked: 'They are marked as new in the list.',
    /**
     * Announced to screen readers. `number`: the number of the comment; null for a comment on the whole
     * review.
     */
    newComment: (number: number | null, author: string) =>
      number ? `New comment ${number} by ${author}` : `New comment by ${author}`,
    comments: (count: number) => `${count} new comments`,
    deleted: 'The comment you were replying to was deleted',
    reply: (reply: string) => `Your reply: ${reply}`,
    copyReply: 'Copy my reply',
    evidenceDeleted: (title: string) => `“${title}” was deleted`,
    comment: (comment: string) => `Your comment: ${comment}`,
    copyComment: 'Copy my comment',
  },
  /** Announced to screen readers when the person has opened something with a key. */
  opened: {
    evidence: (title: string, position: number, count: number) => `${title}, ${position} of ${count}`,
    revision: (index: number, latest: number) => `Revision ${index} of ${latest}`,
    /** `number`: the number of the comment; null for a comment on the whole review. */
    comment: (number: number | null, author: string, comment: string) =>
      number ? `Comment ${number} by ${author}: ${comment}` : `Comment by ${author}: ${comment}`,
  },
  layout: {
    commentsShown: 'Comments shown on the stage',
    commentsHidden: 'Comments hidden on the stage',
    panelsShown: 'Panels shown',
    panelsHidden: 'Panels hidden',
  },
  next: {
    label: 'Next review',
    withKey: 'Next review (Q)',
    none: "You're all caught up",
    inbox: 'Inbox',
    failed: 'The inbox could not be loaded',
  },
  actions: {
    nothingToCompare: 'Nothing to compare with yet',
    addToCompare: (kind: 'image' | 'video') => `Add a second revision of this ${kind}, or a variation of it.`,
    noDifference: "Videos can't be compared as a difference",
    otherModes: 'Compare them side by side (S) or with Swipe (W).',
    nothingForSheet: 'Nothing to show side by side yet',
    addForSheet: 'Add a second piece of evidence.',
  },
  undo: {
    failed: "Couldn't undo",
    commentsSent: (count: number) => `${pluralize(count, 'comment')} sent`,
    /**
     * The label of the undo button after a submitted review. It undoes only the verdict, not the comments
     * that were sent with it.
     */
    verdict: 'Undo verdict',
    /** `number`: the number of the comment in the conversation. */
    resolved: (number: number | null) => (number ? `Comment ${number} resolved` : 'The comment resolved'),
    reopened: (number: number | null) => (number ? `Comment ${number} reopened` : 'The comment reopened'),
    /** `open`: the number of comments that are still open, without a fix. */
    lastFix: (open: number) =>
      open === 0
        ? 'All fixes are checked.'
        : `All fixes are checked, ${pluralize(open, 'comment')} still open.`,
    noneSelected: 'Select a comment to resolve it.',
    notChanged: (number: number | null) =>
      number ? `Comment ${number} was not changed` : 'The comment was not changed',
    severalResolved: (count: number) => `${pluralize(count, 'comment')} resolved`,
    severalReopened: (count: number) => `${pluralize(count, 'comment')} reopened`,
    notAllChanged: 'The comments were not changed',
    preferred: (title: string) => `“${title}” is preferred`,
    nonePreferred: 'No variation is preferred',
    choiceNotSaved: 'Your choice was not saved',
    approved: (title: string) => `“${title}” looks good`,
    approvalWithdrawn: (title: string) => `“${title}” is no longer approved`,
    approvalNotSaved: 'Your approval was not saved',
  },
  /** The commands of the page in the command palette. */
  commands: {
    verdict: 'Give a verdict…',
    tool: (tool: string) => `Tool: ${tool}`,
    show: {
      open: 'Show open comments',
      addressed: 'Show comments to check',
      resolved: 'Show resolved comments',
      all: 'Show comments of every status',
    },
    comment: (number: number | null) => (number === null ? 'Comment' : `Comment ${number}`),
  },
})

/** The texts of the review page and of the page of a share link. */
export const page = defineText('review', 'page', {
  /** The title until the review is loaded. */
  title: 'Review',
  sharedTitle: 'Shared review',
  invalidLink: 'This link no longer works',
  invalidLinkHint:
    'It may have been revoked or expired, or the link is incomplete. ' +
    'Ask the person who shared it for a new link.',
})
