import { defineText } from './define-text'

/** The texts of the dialog that shows a secret. */
export const text = defineText({
  shownOnce: 'It is shown only once. We store only a hash.',
  done: 'Done',
})
