import { and, eq } from 'drizzle-orm'
import type { Role } from '#shared/contract/roles'
import { newId } from '#shared/ids'
import { isAdmin } from '~~/server/access/admins'
import { db, lock, write, type Db } from '~~/server/db'
import { account, membership, user } from '~~/server/db/schema'
import { followGroups } from './follow-groups'
import { setMembership } from '~~/server/domain/member/set-membership'
import { settings } from '~~/server/settings'
import { isOfSignUpDomain } from '~~/server/sign-in/sign-up-rules'
import { insertWorkspace } from './insert-workspace'
import { findActiveNamed } from './named-workspaces'

type Person = typeof user.$inferSelect

/**
 * Makes a person who signs in a member of their workspaces. `groups` are the groups of the person at the
 * OpenID provider: null if the sign-in did not use the provider, or if the provider did not list them. At
 * their first sign-in, a person of the organization joins `DEFAULT_WORKSPACE`. A person without any workspace
 * gets a personal workspace.
 */
export async function ensureWorkspaces(person: Person, groups: readonly string[] | null): Promise<void> {
  if (groups) await followGroups(person, groups)
  if (person.landedAt !== null && (await hasWorkspace(db, person.id))) return
  await write(async tx => {
    await lock(person.id)
    const [current] = await tx.select().from(user).where(eq(user.id, person.id))
    if (current?.landedAt === null) await joinDefault(tx, current)
    if (!(await hasWorkspace(tx, person.id))) await createPersonal(tx, person)
    await tx.update(user).set({ landedAt: Date.now() }).where(eq(user.id, person.id))
  })
}

const hasWorkspace = async (executor: Db, userId: string): Promise<boolean> =>
  (await executor.select().from(membership).where(eq(membership.userId, userId)).limit(1)).length > 0

/** Creates the workspace of an account. Does nothing if the account already has it. */
const createPersonal = (tx: Db, person: Person) =>
  insertWorkspace(tx, person, {
    id: newId('workspace'),
    name: `${person.name}'s workspace`,
    plan: 'free',
    personalOwnerId: person.id,
    createdAt: Date.now(),
  })

/**
 * Adds a person of the organization to `DEFAULT_WORKSPACE`, with the role in the setting. An administrator of
 * the server is added as an owner.
 */
async function joinDefault(tx: Db, person: Person): Promise<void> {
  const { defaultWorkspace } = settings()
  if (!defaultWorkspace || !(await isOfOrganization(tx, person))) return
  const found = await findActiveNamed(tx, defaultWorkspace.workspace)
  if (!found) return
  await lock(found.id)
  const key = and(eq(membership.workspaceId, found.id), eq(membership.userId, person.id))
  const [present] = await tx.select().from(membership).where(key)
  if (present) return
  const role: Role = isAdmin(person) ? 'owner' : defaultWorkspace.role
  await setMembership(tx, found, person, role)
}

/**
 * Returns whether a person belongs to the organization that runs this server: a proxy or the OpenID provider
 * signs them in, or their email has a domain of `SIGN_UPS`.
 */
async function isOfOrganization(tx: Db, person: Person): Promise<boolean> {
  if (settings().trustedHeader !== null || isOfSignUpDomain(person)) return true
  const isOidc = and(eq(account.userId, person.id), eq(account.providerId, 'oidc'))
  return (await tx.select({ id: account.id }).from(account).where(isOidc).limit(1)).length > 0
}
