import { defineAnswer } from '~~/server/http/answer'

export default defineAnswer('readReviewMarkdown', {
  when: ({ format }) => format === 'text',
  of: ({ markdown }) => markdown,
})
