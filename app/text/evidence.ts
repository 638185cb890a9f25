import { formatCount, pluralize } from './language/count'
import { defineText } from './language/define-text'

/** The texts of `app/evidence`: the groups of evidence, and the labels that replace unavailable evidence. */
export const text = defineText('evidence', 'text', {
  revision: (title: string, index: number) => `${title} · r${index}`,
  groups: {
    evidence: 'Evidence',
    thisRound: 'This round',
    earlier: 'Earlier',
    round: (number: number) => `Round ${number}`,
    /** The name of the uploads that belong to no round. */
    baseline: 'Earlier uploads',
    changed: 'Changed',
    added: 'New',
    notCompared: 'Not compared',
    /**
     * The group of evidence that looks as it was accepted, but has an open comment or does not always look
     * the same.
     */
    sameToLookAt: 'Same, to look at',
    same: 'Same as accepted',
  },
  expired: {
    short: 'Expired',
    long: 'This evidence has expired. Comments, replies and the verdict are still available.',
  },
  deleted: {
    short: 'Deleted',
    long: 'The files of this evidence were deleted. Comments, replies and the verdict are still available.',
  },
})

/** The texts for a review in a list, and for the menu of the review. */
export const reviewList = defineText('evidence', 'reviewList', {
  row: {
    /** "18 images and 2 videos". At least one of the numbers is not 0. */
    evidence: (images: number, videos: number) =>
      [images > 0 && pluralize(images, 'image'), videos > 0 && pluralize(videos, 'video')]
        .filter(Boolean)
        .join(' and '),
    noEvidence: 'no evidence yet',
    /** Shown if all evidence of the review has expired. */
    expired: 'expired',
    pendingComments: (count: number) => `${pluralize(count, 'comment')} not submitted`,
    openComments: (count: number) => pluralize(count, 'open comment'),
    newRevisions: (count: number) => pluralize(count, 'new revision'),
    newComments: (count: number) => pluralize(count, 'new comment'),
    /** A text for screen readers, and a tooltip. */
    since: (news: string) => `${news} since your last visit`,
    archived: 'archived',
    snoozed: (time: string) => `snoozed until ${time}`,
    /** Shown if the person is asked for a verdict. `{person}`: the person who asks. */
    asks: '{person} asks',
    asked: 'Your verdict is requested',
    /** The comments that are not resolved, and how many of them an agent has addressed. */
    toCheck: (addressed: number, open: number) =>
      [open > addressed && `${formatCount(open)} open`, `${formatCount(addressed)} to check`]
        .filter(Boolean)
        .join(', '),
    open: (comments: number) => `${formatCount(comments)} open`,
    /** The last verdict. `{person}`: the person who gave it. */
    verified: '{person} verified',
    requestedChanges: '{person} requested changes',
  },
  menu: {
    restore: 'Move back to the inbox',
    edit: 'Edit review',
    delete: 'Delete review',
    openPullRequest: 'Open pull request',
  },
})

/** The names of the verdicts of reviews, and of the statuses of comments. */
export const statuses = defineText('evidence', 'statuses', {
  review: { open: 'In review', changes_requested: 'Changes requested', verified: 'Verified' },
  verifiedWith: (openComments: number) => `Verified with ${openComments} open`,
  /**
   * The label of a verdict if evidence was added, or the commit or pull request has changed, after the
   * verdict.
   */
  outdated: (verdict: string) => `${verdict}, outdated`,
  outdatedHint: 'Evidence, the commit or the pull request changed after this verdict.',
  thread: { open: 'Open', addressed: 'Addressed', resolved: 'Resolved' },
})

/** The texts of `components/upload`, and the errors for files that cannot be evidence. */
export const upload = defineText('evidence', 'upload', {
  addEvidence: 'Add evidence',
  dropZone: {
    evidence: 'Drop to add evidence',
    revision: (title: string) => `Drop to add a revision of “${title}”`,
    review: 'Drop to start a review',
    notCreated: 'No review was created',
    ofPage: "A picture from another page can't be dropped",
    ofPageHint: 'Copy the picture there and paste it here, or save it and drop the file.',
  },
  filePicker: {
    files: 'Choose files, drop them here or paste an image.',
    file: 'Choose a file, drop it here or paste an image.',
    chooseFiles: 'Choose files',
    chooseFile: 'Choose a file',
    chooseMore: 'Choose more files',
  },
  /** The reasons why a file cannot be uploaded. */
  file: {
    unsupported: (file: string) =>
      `“${file}” is not an image or a video that can be shown. Save it as PNG, JPEG, WebP, GIF, AVIF, MP4, ` +
      'MOV or WebM, and add it again.',
    damaged: (file: string) => `“${file}” is damaged and cannot be shown. Export it again, and add it again.`,
    foreign: (file: string, { name, remedy }: { name: string; remedy: string }) =>
      `“${file}” is ${name}. ${remedy}`,
    /** The errors for a file whose content is of another kind than the extension of its name says. */
    misnamed: {
      image: (file: string, extension: string) =>
        `“${file}” is an image. Let its name end in “.${extension}”, and add it again.`,
      video: (file: string, extension: string) =>
        `“${file}” is a video. Let its name end in “.${extension}”, and add it again.`,
    },
    otherKind: {
      image: (title: string) =>
        `A new revision of “${title}” must be an image. Add this file as separate evidence.`,
      video: (title: string) =>
        `A new revision of “${title}” must be a video. Add this file as separate evidence.`,
    },
    empty: 'The file is empty.',
    chooseAnother: 'Choose another file.',
    tooLarge: {
      image: (size: string, limit: number) =>
        `The file is ${size} MiB. The limit for images is ${limit} MiB.`,
      video: (size: string, limit: number) =>
        `The file is ${size} MiB. The limit for videos is ${limit} MiB.`,
    },
    oneOnly: 'A revision is a single file. Add this one separately.',
  },
  /** The titles of files that have no name. */
  untitled: { image: 'Screenshot', video: 'Video' },
})

/** The reasons why a file was not sent. */
export const sending = defineText('evidence', 'sending', {
  interrupted: 'The upload was interrupted.',
  nothingStored: 'Nothing was stored. Try again.',
  cancelled: 'Cancelled.',
})
