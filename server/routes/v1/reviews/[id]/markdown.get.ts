import { contract } from '#shared/contract'
import { readReviewMarkdown } from '~~/server/domain/review/read-review-markdown'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.readReviewMarkdown, readReviewMarkdown, {
  text: (answer, input) =>
    input.format === 'text' ? { type: 'text/markdown', body: answer.markdown } : null,
})
