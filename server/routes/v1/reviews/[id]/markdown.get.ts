import { defineCachedOperation } from '~~/server/http/cached-operation'

export default defineCachedOperation('readReviewMarkdown', {
  when: ({ format }) => format === 'text',
  of: ({ markdown }) => markdown,
})
