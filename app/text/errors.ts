import { defineText } from './define-text'

/** What follows the message of an error. The sign-in page loads these texts. */
export const text = defineText({
  quota: 'A workspace owner can change the plan under Settings → Usage.',
  seePlan: 'See plan and usage',
  notFound: 'It may have been deleted, the link may be incomplete, or you may not have access to it.',
  nothingLost: 'No data was lost.',
})
