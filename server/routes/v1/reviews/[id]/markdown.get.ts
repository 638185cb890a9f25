import { defineOperation } from '~~/server/http/operation'

export default defineOperation('readReviewMarkdown', {
  text: (review, { format }) => (format === 'text' ? review.markdown : null),
})
