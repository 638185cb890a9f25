import { pluralize } from './language/count'
import { defineText } from './language/define-text'

/** The texts of `components/project` and of the page of a project. */
export const text = defineText('project', 'text', {
  failed: "Couldn't load the reviews.",
  failedMore: "Couldn't load more reviews.",
  header: {
    /** The title until the project is loaded. */
    project: 'Project',
    counts: (reviews: number, open: number) => `${pluralize(reviews, 'review')}, ${open} not verified`,
    newReview: 'New review',
  },
  menu: {
    rename: 'Rename project',
    repository: 'Change repository',
    rules: 'Review rules',
    copyId: 'Copy project ID',
    copied: 'Project ID copied',
    /** Shown together with the project ID if the browser provides no clipboard. */
    notCopied: 'Copy the project ID from here',
    delete: 'Delete project',
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
  /** Announced to screen readers after a search. `more`: whether further pages exist. */
  found: (count: number, more: boolean) => `${pluralize(count, 'review')}${more ? ' or more' : ''} found`,
  emptyState: {
    noneWithVerdict: 'No reviews with this verdict',
    verdicts: 'Reviewers set the verdict at the top of a review.',
    none: 'No reviews yet',
    explanation: 'Agents create reviews when they have changes to show. You can also create one yourself.',
  },
})

/** The texts of the dialogs of `components/project`. */
export const dialogs = defineText('project', 'dialogs', {
  newProject: {
    title: 'New project',
    description: 'Create one for each application you review.',
    submit: 'Create project',
    nameExample: 'acme-web',
  },
  newReview: {
    title: 'New review',
    description: 'A review covers one change. You or an agent can add evidence next.',
    submit: 'Create review',
  },
  chooseProject: {
    title: 'Choose a project',
    description: 'The review is created in this project.',
    search: 'Search projects',
    projects: 'Projects',
  },
  repository: {
    title: 'Repository',
    description: 'Agents that work on this repository send evidence to this project.',
    example: 'github.com/acme/shop',
    help: 'The address of its remote. If it is empty, the next push of an agent sets it.',
    submit: 'Save',
  },
  deleteProject: {
    title: (name: string) => `Delete “${name}”?`,
    description: "This can't be undone. Agent tokens limited to this project stop working.",
    noReviews: 'It contains no reviews.',
    contents: (reviews: number, images: number, videos: number) => {
      const files = [images > 0 && pluralize(images, 'image'), videos > 0 && pluralize(videos, 'video')]
        .filter(Boolean)
        .join(' and ')
      return (
        `This deletes ${pluralize(reviews, 'review')} with ${files || 'no evidence'}, ` +
        'including all revisions and comments.'
      )
    },
    notCounted: "Couldn't count its contents. All of its reviews, files and comments will be deleted.",
    confirmName: (name: string) => `Type “${name}” to confirm`,
    confirm: 'Delete project',
    notDeleted: "The project wasn't deleted.",
  },
})

/** The texts of the dialog with the rules of a project. */
export const rules = defineText('project', 'rules', {
  title: 'Review rules',
  description: 'They apply to all reviews of this project.',
  submit: 'Save',
  needsAllReviewers: 'A review is verified once everyone who was asked has verified it',
  baselinesLabel: 'Compare new evidence with',
  baselines: {
    verified: 'The last verified review',
    merged: 'The last merged pull request',
    off: 'Nothing but its own revisions',
  },
  mergedNeeds:
    'The project must be connected to its repository. Merges are noticed within minutes, in old reviews ' +
    'within a day.',
  passesUnchanged: 'The commit status succeeds without a verdict if nothing changed',
  passesUnchangedMeans: 'If all evidence is the same as accepted, and no comment waits.',
})
