import { defineText } from './define-text'

/** The texts of the dialog that adds evidence. */
export const text = defineText({
  title: 'Add evidence',
  description: 'Add screenshots and videos, each with a title.',
  revisionTitle: (title: string) => `New revision of “${title}”`,
  revisionDescription: 'Comments stay on the revision they were made on.',
  files: 'Files',
  cancelAll: 'Cancel all',
  upload: (files: number) => (files > 1 ? `Upload ${files} files` : 'Upload'),
  row: {
    titleOf: (file: string) => `Title of ${file}`,
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
