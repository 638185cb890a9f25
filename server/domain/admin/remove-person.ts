import { and, eq, lte } from 'drizzle-orm'
import { system } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { user } from '~~/server/db/schema'
import { revokeGrants } from '~~/server/domain/member/revoke-grants'
import { revokeTokensMadeBy } from '~~/server/domain/token/revoke-tokens-made-by'
import { readDeletionOutcomes } from './deletion-outcomes'

/**
 * Deletes a person whose deletion is due, inside the given transaction. Removes them from every workspace,
 * revokes all agent tokens that they created, and deletes their account. Their comments stay, with their
 * name, in workspaces of other people. Returns false if the deletion is not due, or if a workspace would have
 * no owner or no member without the person.
 */
export async function removePerson(tx: Db, id: string, now: number): Promise<boolean> {
  const [person] = await tx
    .select()
    .from(user)
    .where(and(eq(user.id, id), lte(user.deletesAt, now)))
  if (!person) return false
  const memberships = await readDeletionOutcomes(tx, id)
  if (memberships.some(each => each.outcome !== 'leaves')) return false
  for (const { workspace } of memberships) {
    await revokeGrants(tx, system, { id: workspace.id, userId: id }, null, [])
    await recordChange(tx, {
      kind: 'member.removed',
      actor: system,
      subjectId: id,
      workspaceId: workspace.id,
    })
  }
  // Owners may have kept tokens when the person left a workspace. Such a token stopped working when the
  // person was suspended.
  await revokeTokensMadeBy(tx, id)
  await tx.delete(user).where(eq(user.id, id))
  await recordChange(tx, { kind: 'person.deleted', actor: system, subjectId: id, subjectName: person.name })
  return true
}
