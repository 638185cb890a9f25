import type { Role } from '#shared/contract/roles'
import type { HumanActor } from './actor'
import { isSuspended, type Suspension } from './suspension'

/** A membership with the state of its workspace. All fields are null for a person without a workspace. */
interface MembershipRow extends Suspension {
  workspaceId: string | null
  role: Role | null
}

/** Returns the role of a person in each active workspace, and the person's suspended workspaces. */
export function workspaceRoles(rows: MembershipRow[]): Pick<HumanActor, 'roles' | 'suspendedIn'> {
  const roles = new Map<string, Role>()
  const suspendedIn = new Map<string, Suspension>()
  for (const { workspaceId, role, ...state } of rows) {
    if (workspaceId === null || role === null) continue
    if (isSuspended(state)) suspendedIn.set(workspaceId, state)
    else roles.set(workspaceId, role)
  }
  return { roles, suspendedIn }
}
