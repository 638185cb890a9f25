import { pluralize } from '~/ui/format'
import { defineText } from './define-text'

/** The texts of the parts of `components/review` that are loaded when they are needed. */
export const text = defineText({
  keys: {
    description: 'Disabled while typing.',
    characterKeys: 'Single-character shortcuts',
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
  filmstripTools: { search: 'Search evidence', select: 'Select evidence' },
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
  submit: {
    title: 'Submit review',
    willBeSent: (count: number) => `${pluralize(count, 'pending comment')} will be sent.`,
    sent: (count: number) => `${pluralize(count, 'comment')} sent`,
    notSent: (count: number) => `${pluralize(count, 'comment')} could not be sent`,
    stillPending: 'They are still pending.',
    commentsOnly: 'Comments only',
    summary: 'Comment on the whole review',
    verifyWith: (openComments: number) => `Verify with ${pluralize(openComments, 'open comment')}`,
  },
  verify: {
    question: (openComments: number) => `Verify with ${pluralize(openComments, 'open comment')}?`,
    consequence: (openComments: number) =>
      openComments === 1 ? 'The comment stays open.' : 'The comments stay open.',
  },
})
