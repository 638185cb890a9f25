import { defineText } from './define-text'

/** What the verdicts of reviews and the statuses of comments are called. */
export const text = defineText({
  review: { open: 'In review', changes_requested: 'Changes requested', verified: 'Verified' },
  verifiedWith: (openComments: number) => `Verified with ${openComments} open`,
  /** What the verdict is about changed after it. */
  outdated: (verdict: string) => `${verdict}, outdated`,
  outdatedHint: 'Evidence, the commit or the pull request changed after this verdict.',
  thread: { open: 'Open', addressed: 'Addressed', resolved: 'Resolved' },
})
