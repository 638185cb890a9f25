/** The possible statuses of a review. A person sets the status with a verdict. */
export const reviewStatuses = ['open', 'changes_requested', 'verified'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** The possible statuses of a thread. An agent may mark a thread addressed, but only a person resolves it. */
export const threadStatuses = ['open', 'addressed', 'resolved'] as const
export type ThreadStatus = (typeof threadStatuses)[number]

/** The labels that people give a thread: how much it matters. */
export const threadLabels = ['nit', 'blocker'] as const
export type ThreadLabel = (typeof threadLabels)[number]
