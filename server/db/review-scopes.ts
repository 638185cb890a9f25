import { review } from './schema'

type ScopeColumn = typeof review.projectId | typeof review.workspaceId

/**
 * Builds a query of reviews twice: for the reviews of one project, and for the reviews of all projects of a
 * workspace.
 */
export const perScope = <Query>(select: (scope: ScopeColumn) => Query) => ({
  project: select(review.projectId),
  workspace: select(review.workspaceId),
})
