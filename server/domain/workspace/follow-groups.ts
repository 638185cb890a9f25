import { and, eq, or } from 'drizzle-orm'
import { roles, type Role } from '#shared/contract/roles'
import { db, lock, write } from '~~/server/db'
import { membership, workspace } from '~~/server/db/schema'
import { findActiveNamed } from './named-workspaces'
import { settings } from '~~/server/settings'
import { setMembership } from '~~/server/domain/member/set-membership'

interface Person {
  id: string
  /** When the person got their first workspace, in epoch milliseconds; null at their first sign-in. */
  landedAt: number | null
}

/**
 * Makes a person a member of exactly those workspaces of `OIDC_GROUPS` that the setting assigns to the
 * person's groups. If several groups assign a workspace, the person gets the highest of the roles. Workspaces
 * that the setting does not name stay as they are.
 *
 * If `DEFAULT_WORKSPACE` is one of these workspaces, a person who is a member of it, or signs in for the
 * first time, gets at least the role in `DEFAULT_WORKSPACE`.
 */
export async function followGroups(person: Person, groups: readonly string[]): Promise<void> {
  const { groupRoles, defaultWorkspace } = settings()
  for (const name of new Set(groupRoles.map(each => each.workspace))) {
    const present = await roleIn(name, person.id)
    const granted = groupRoles
      .filter(each => each.workspace === name && groups.includes(each.group))
      .map(each => each.role)
    if (defaultWorkspace?.workspace === name && (present !== null || person.landedAt === null))
      granted.push(defaultWorkspace.role)
    const role = highest(granted)
    // Most sign-ins change nothing, and need no write.
    if (role === present) continue
    await write(async tx => {
      await lock(person.id)
      const found = await findActiveNamed(tx, name)
      if (!found) return
      await lock(found.id)
      await setMembership(tx, found, person, role)
    })
  }
}

/** Returns the role of a person in the workspace that a setting names; null if the person is not a member. */
async function roleIn(name: string, userId: string): Promise<Role | null> {
  const [row] = await db
    .select({ role: membership.role })
    .from(membership)
    .innerJoin(workspace, eq(workspace.id, membership.workspaceId))
    .where(and(eq(membership.userId, userId), or(eq(workspace.id, name), eq(workspace.settingName, name))))
  return row?.role ?? null
}

/** Returns the role with the most permissions; null for none. */
const highest = (granted: readonly Role[]): Role | null => roles.find(role => granted.includes(role)) ?? null
