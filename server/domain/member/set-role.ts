import type { Role } from '#shared/contract/roles'
import type { EventActor } from '~~/server/changes/change'
import type { Db } from '~~/server/db'
import { membership } from '~~/server/db/schema'
import { assertQuota, type WorkspacePlan } from '~~/server/domain/billing/quotas'
import { isMember, quotaOf } from './members'
import { revokeGrants } from './revoke-grants'

interface RoleChange {
  userId: string
  before: Role
  role: Role
  /** Agent tokens that stay valid although a person with the new role may not create any. */
  keepTokens?: readonly string[]
}

/**
 * Sets the role of a member inside the given transaction. Revokes the member's invitations and tokens that a
 * person with the new role may not create, except the tokens in `keepTokens`. Throws if the plan of the
 * workspace allows no further person with the role. Does not record an audit event for the change of the
 * role; the caller does.
 */
export async function setRole(
  tx: Db,
  by: EventActor,
  workspace: WorkspacePlan,
  { userId, before, role, keepTokens = [] }: RoleChange,
): Promise<void> {
  const key = { id: workspace.id, userId }
  if (quotaOf(before) !== quotaOf(role)) await assertQuota(tx, quotaOf(role), workspace)
  await revokeGrants(tx, by, key, role, keepTokens)
  await tx.update(membership).set({ role }).where(isMember(key))
}
