import { compactThreads } from '#shared/review/compact-thread'
import { threadsMarkdown } from '#shared/review/format-thread'
import { defineCachedOperation } from '~~/server/http/cached-operation'

export default defineCachedOperation('listThreads', {
  when: ({ format }) => format === 'text',
  of: ({ threads, nextAction }) => threadsMarkdown(compactThreads(threads), nextAction.summary),
})
