import type { Fault } from './fault.ts'

const unchanged: Fault['tests'] = ['tests/api/reviews/unchanged-lists.test.ts']
const catalog: Fault['tests'] = ['tests/api/workspaces/catalog.test.ts']

export const lists: Fault[] = [
  {
    id: 'list-of-any-version',
    file: 'server/domain/review/answer-state.ts',
    search: '[review.id, review.version, project.name, seenCount]',
    replace: '[review.id, project.name, seenCount]',
    tests: unchanged,
    why: 'An inbox that a browser has never shows new comments.',
  },
  {
    id: 'list-without-what-was-seen',
    file: 'server/domain/review/answer-state.ts',
    search: '[review.id, review.version, project.name, seenCount]',
    replace: '[review.id, review.version, project.name]',
    tests: unchanged,
    why: 'A review stays unread in the inbox after it was read.',
  },
  {
    id: 'projects-of-any-version',
    file: 'server/domain/project/visible-projects.ts',
    search: 'each.reviewsVersion, Number(each.needsAllReviewers)]',
    replace: 'Number(each.needsAllReviewers)]',
    tests: unchanged,
    why: 'An agent does not find the review that another has just created.',
  },
  {
    id: 'verdict-not-counted',
    file: 'server/domain/review/decide-review.ts',
    search: 'openOf(status) - openOf(loaded.review.status)',
    replace: '0',
    tests: catalog,
    why: 'A project shows verified reviews as awaiting review.',
  },
  {
    id: 'deletion-not-counted',
    file: 'server/domain/review/remove-review.ts',
    search: 'all: -1, open: -openOf(removed.status)',
    replace: 'all: 0, open: -openOf(removed.status)',
    tests: catalog,
    why: 'A project shows more reviews than it has.',
  },
  {
    id: 'catalog-page-repeats',
    file: 'server/domain/project/list-catalog.ts',
    search: "lt(id, sql.placeholder('before'))",
    replace: "sql`${id} <= ${sql.placeholder('before')}`",
    tests: catalog,
    why: 'A page begins with the last review of the page before it.',
  },
  {
    id: 'file-kept-after-removal',
    file: 'server/storage/open-files.ts',
    search: '    files.delete(path)\n',
    replace: '',
    tests: ['tests/unit/storage/open-files.test.ts'],
    why: 'The space of deleted evidence is not free, and a replaced file is served in its old form.',
  },
  {
    id: 'file-closed-under-a-reader',
    file: 'server/storage/open-files.ts',
    search: 'isForgotten && readers === 0',
    replace: 'isForgotten',
    tests: ['tests/unit/storage/open-files.test.ts'],
    why: 'A reader gets the bytes of another file, which has the same descriptor by then.',
  },
  {
    id: 'buffer-used-again-too-early',
    file: 'server/http/send-from-file.ts',
    search: 'position, end), taken])',
    replace: 'position, end), true])',
    tests: ['tests/unit/http/send-blob.test.ts'],
    why: 'A client gets bytes of the evidence of others.',
  },
]
