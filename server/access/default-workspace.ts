import { invalid } from '#shared/errors'

/** The one workspace of somebody who has one; several are not guessed among. Throws `invalid_request`. */
export function onlyWorkspace(roles: ReadonlyMap<string, unknown>): string {
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
