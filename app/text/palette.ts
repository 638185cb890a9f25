import { formatCount, pluralize } from '~/ui/format'
import { defineText } from './define-text'

/** The texts of `components/palette`, and of the commands of every page. */
export const text = defineText({
  dialog: {
    title: 'Command palette',
    description: 'Search evidence, reviews, pages and actions. Use the arrow keys and Enter to choose.',
    search: 'Search commands',
    searchExample: 'Type a command or search…',
    commands: 'Commands',
    /** How many matches of a group are listed. */
    cut: (shown: number, total: number) => `${formatCount(shown)} of ${formatCount(total)}`,
    searching: 'Searching…',
    results: (count: number) => pluralize(count, 'result'),
    incomplete: "Couldn't load projects and reviews.",
  },
  row: { current: 'current' },
  commands: {
    inbox: 'Inbox',
    inboxKeys: 'G then I',
    notifications: 'Notifications',
    /** Beside the name of a project. */
    project: 'Project',
    developers: 'Developers',
    developersDetail: 'Quickstart and API',
    newProject: 'New project',
    newReview: (project: string) => `New review in ${project}`,
    newToken: 'New agent token',
    newWorkspace: 'New workspace',
  },
})
