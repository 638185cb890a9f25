import { formatCount, pluralize } from './language/count'
import { defineText } from './language/define-text'

/** The texts of the dialogs of `components/review`. They are loaded when a dialog of a review opens. */
export const text = defineText('review-dialogs', 'text', {
  keys: {
    description: 'Disabled while typing.',
    characterKeys: 'Single-character shortcuts',
    /** The heading of the shortcuts that follow the most important shortcuts. */
    more: 'All other keys',
    list: 'List of keyboard shortcuts',
  },
  fields: {
    title: 'Title',
    titleExample: 'Totals wrap on narrow screens',
    pullRequest: 'Pull request (optional)',
    pullRequestExample: '#1284',
    branch: 'Branch (optional)',
    branchExample: 'fix/totals',
  },
  editReview: { title: 'Edit review', description: 'Title, pull request and branch.' },
  deleteReview: {
    question: (title: string) => `Delete “${title}”?`,
    consequence: "This deletes its evidence, comments and share links. It can't be undone.",
    confirm: 'Delete review',
    notDeleted: "The review wasn't deleted.",
  },
  editEvidence: {
    title: 'Edit evidence',
    current: (title: string) => `Current title: “${title}”.`,
    newTitle: 'Title',
    description: 'Description',
    descriptionHint: 'What the latest revision shows.',
  },
  evidenceSheet: { title: 'Evidence', description: 'Choose evidence and a round.' },
  /** The card with the options of the filmstrip. */
  filmstripOptions: {
    density: 'Size',
    large: 'Large',
    small: 'Small',
    list: 'List',
    search: 'Search evidence',
    show: 'Show only',
    commented: 'With open comments',
    changed: 'Changed',
    toLookAt: 'Not approved',
    select: 'Select several',
  },
  selection: {
    label: 'Selected evidence',
    all: 'Select all',
    none: 'Select none',
    selected: (count: number) => `${count} selected`,
    download: 'Download',
    atMost: (count: number) => `At most ${count} at once, or all`,
    question: (count: number) => `Delete ${pluralize(count, 'piece')} of evidence?`,
    consequence: "This deletes all their revisions, files and comments. It can't be undone.",
    confirm: (count: number) => `Delete ${pluralize(count, 'piece')} of evidence`,
    notDeleted: 'No evidence was deleted.',
  },
  verify: {
    question: (openComments: number) =>
      openComments === 0 ? 'Verify anyway?' : `Verify with ${pluralize(openComments, 'open comment')}?`,
    consequence: (openComments: number) =>
      openComments === 1 ? 'The comment stays open.' : 'The comments stay open.',
    /** The label of the list of evidence whose latest revision the person has not seen. */
    unopened: 'Evidence that you have not seen',
    /**
     * The last line of the list. `count`: the number of unseen pieces of evidence that are not in the list.
     */
    more: (count: number) => `and ${formatCount(count)} more`,
  },
})

/** The texts of the dialogs of `components/thread`. */
export const thread = defineText('review-dialogs', 'thread', {
  deleteThread: {
    reply: 'Delete this reply?',
    numbered: (number: number) => `Delete comment ${number}?`,
    unnumbered: 'Delete this comment?',
    warning: "This deletes it for everyone and can't be undone.",
    warningWithReplies: (replies: number) =>
      `This deletes it and its ${pluralize(replies, 'reply', 'replies')} for everyone and can't be undone.`,
    confirmReply: 'Delete reply',
    confirmComment: 'Delete comment',
  },
  deleteGuest: {
    title: (name: string) => `Delete all comments by ${name} (guest)?`,
    description: (comments: number, replies: number) =>
      `This deletes ${pluralize(comments, 'comment')}, with all replies to them, and ` +
      `${pluralize(replies, 'reply', 'replies')} for everyone. It can't be undone.`,
    confirm: 'Delete all',
    /** Announced to screen readers. */
    done: (name: string) => `All comments by ${name} deleted`,
    unchanged: 'The comments were not deleted.',
  },
  deleteSelection: {
    title: (count: number) => `Delete ${pluralize(count, 'comment')}?`,
    description: "This deletes the comments and their replies for everyone and can't be undone.",
    confirm: (count: number) => `Delete ${pluralize(count, 'comment')}`,
    unchanged: 'Comments that are still listed were not deleted.',
  },
  imageViewer: {
    position: (number: number, count: number) => `Image ${number} of ${count}`,
    previous: 'Previous image',
    next: 'Next image',
    open: 'Open in a new tab',
  },
})

/** The texts of the dialog that adds evidence. */
export const upload = defineText('review-dialogs', 'upload', {
  title: 'Add evidence',
  description: 'Add screenshots and videos, each with a title.',
  revisionTitle: (title: string) => `New revision of “${title}”`,
  revisionDescription: 'Comments stay on the revision they were made on.',
  files: 'Files',
  cancelAll: 'Cancel all',
  upload: (files: number) => (files > 1 ? `Upload ${files} files` : 'Upload'),
  row: {
    titleOf: (file: string) => `Title of ${file}`,
    /**
     * The label of the choice whether a file becomes a new piece of evidence or the next revision of a piece.
     */
    placeOf: (file: string) => `Add ${file} as`,
    newPiece: 'New piece of evidence',
    revisionOf: (title: string) => `Next revision of ${title}`,
    waiting: 'Waiting',
    sending: (percent: number, size: string) => `${percent}% of ${size}`,
    checking: 'Processing…',
    done: 'Added',
    failed: 'Upload failed',
    rejected: 'Not added',
    retry: (file: string) => `Try again: ${file}`,
    remove: (file: string) => `Remove ${file}`,
    cancel: (file: string) => `Cancel upload of ${file}`,
    progress: (file: string) => `Upload of ${file}`,
  },
})
