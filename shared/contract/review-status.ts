/** The verdicts of a person on a review. */
export const reviewStatuses = ['open', 'changes_requested', 'verified'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** The states of a thread: an agent may mark it addressed; only a person resolves it. */
export const threadStatuses = ['open', 'addressed', 'resolved'] as const
export type ThreadStatus = (typeof threadStatuses)[number]
