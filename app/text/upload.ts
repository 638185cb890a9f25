import { defineText } from './language/define-text'

/** The texts of `components/upload`, and of files that cannot be evidence. */
export const text = defineText('upload', 'text', {
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
  /** Why a file cannot be uploaded. */
  file: {
    unsupported: 'Unsupported file type. Use PNG, JPEG, WebP, GIF, MP4 or WebM.',
    foreign: ({ name, remedy }: { name: string; remedy: string }) => `The file is ${name}. ${remedy}`,
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
  /** Titles of files without a name. */
  untitled: { image: 'Screenshot', video: 'Video' },
})

/** The reason why bytes were not sent. */
export const sending = defineText('upload', 'sending', {
  interrupted: 'The upload was interrupted.',
  nothingStored: 'Nothing was stored. Try again.',
  cancelled: 'Cancelled.',
})
