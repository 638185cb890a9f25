import { pluralize } from '~/ui/format'
import { defineText } from './define-text'

/** The texts of `components/project` and of the page of a project. */
export const text = defineText({
  failed: "Couldn't load the reviews.",
  failedMore: "Couldn't load more reviews.",
  header: {
    /** The title until the project is loaded. */
    project: 'Project',
    counts: (reviews: number, open: number) => `${pluralize(reviews, 'review')}, ${open} not verified`,
    copyId: 'Copy project ID',
    newReview: 'New review',
  },
  menu: {
    rename: 'Rename project',
    repository: 'Change repository',
    verifyByAny: 'Verify with any verdict',
    verifyByAll: 'Verify with everyone asked',
    delete: 'Delete project',
    verifiedByAny: 'Reviews are verified with the first verdict',
    verifiedByAll: 'Reviews are verified once everyone who was asked has verified them',
    notChanged: 'The project was not changed',
  },
  verdictFilter: { label: 'Filter by verdict', all: 'All' },
  filter: {
    search: 'Search reviews',
    searchExample: 'Search title, branch, author…',
    sort: 'Sort by',
  },
  sorts: {
    updated: 'Last activity',
    created: 'Newest',
    title: 'Title',
    branch: 'Branch',
    author: 'Author',
    status: 'Verdict',
  },
  /** What screen readers announce after a search. `more`: there are further pages. */
  found: (count: number, more: boolean) => `${pluralize(count, 'review')}${more ? ' or more' : ''} found`,
  emptyState: {
    noneWithVerdict: 'No reviews with this verdict',
    verdicts: 'Reviewers set the verdict at the top of a review.',
    none: 'No reviews yet',
    explanation: 'Agents create reviews when they have changes to show. You can also create one yourself.',
  },
})
