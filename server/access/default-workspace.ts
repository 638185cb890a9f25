import { invalid } from '#shared/errors'
import type { HumanActor } from './actor'

/**
 * Returns the workspace of a call that contains no workspace id: the only workspace of the person. Throws
 * `invalid_request` if the person belongs to no workspace or to several.
 */
export function defaultWorkspace({ roles, suspendedIn }: Pick<HumanActor, 'roles' | 'suspendedIn'>): string {
  const [first, second] = roles.size > 0 ? roles.keys() : suspendedIn.keys()
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
