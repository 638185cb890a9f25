import { defineText } from './define-text'

/** Why bytes were not sent. */
export const text = defineText({
  interrupted: 'The upload was interrupted.',
  nothingStored: 'Nothing was stored. Try again.',
  cancelled: 'Cancelled.',
})
