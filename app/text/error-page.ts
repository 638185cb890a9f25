import { defineText } from './define-text'

/** The texts of `app/error.vue`. */
export const text = defineText({
  missing: {
    title: 'Page not found',
    hint: 'The link may be incomplete, the page may have been deleted, or you may not have access to it.',
  },
  failed: {
    title: 'Something went wrong',
    hint: 'Try again in a moment. If the problem continues, contact the server administrator.',
  },
})
