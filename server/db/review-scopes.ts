import { review } from './schema'

type ScopeColumn = typeof review.projectId | typeof review.workspaceId

/**
 * Prepares a query of reviews for each scope that lists have: one project, or all projects of a workspace.
 */
export const perScope = <Query>(select: (scope: ScopeColumn) => Query) => ({
  project: select(review.projectId),
  workspace: select(review.workspaceId),
})
