import { invalid } from '#shared/errors'

/**
 * Returns the workspace of a call that names none: the person's only one. Throws `invalid_request` where they
 * belong to none or to several.
 */
export function defaultWorkspace(roles: ReadonlyMap<string, unknown>): string {
  const [first, second] = roles.keys()
  if (first === undefined || second !== undefined)
    throw invalid(
      'workspaceId',
      first === undefined
        ? 'workspaceId is required: you belong to no workspace.'
        : 'workspaceId is required: you belong to several workspaces.',
      'GET /api/workspaces lists them.',
    )
  return first
}
