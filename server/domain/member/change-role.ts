import type { Input } from '#shared/contract'
import type { Member } from '#shared/contract/member'
import type { HumanActor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { membership } from '~~/server/db/schema'
import { assertQuota } from '~~/server/domain/billing/quotas'
import { emit } from '~~/server/live/pubsub'
import { assertAnotherOwner, isMember, loadRole, memberNotFound, quotaOf, readMembers } from './members'
import { revokeGrants } from './revoke-grants'

/**
 * Changes the role of a person, for owners. Throws `conflict` for the last owner. Revokes invitations and
 * tokens that the new role could not make, except the tokens in `keepTokens`.
 */
export async function changeRole(human: HumanActor, input: Input<'changeRole'>): Promise<Member> {
  return write(async tx => {
    const { workspace } = await loadWorkspace(human, input.id, 'manageWorkspace', tx)
    const before = await loadRole(tx, input)
    if (before === 'owner' && input.role !== 'owner') await assertAnotherOwner(tx, input)
    if (quotaOf(before) !== quotaOf(input.role)) await assertQuota(tx, quotaOf(input.role), workspace)
    await revokeGrants(tx, human, input, input.role, input.keepTokens)
    await tx.update(membership).set({ role: input.role }).where(isMember(input))
    if (before !== input.role) {
      const subject = { subjectId: input.userId, workspaceId: input.id, detail: input.role }
      await recordEvent(tx, human, 'member.role_changed', subject)
    }
    emit(input.id)
    const changed = (await readMembers(tx, input.id)).find(each => each.userId === input.userId)
    if (!changed) throw memberNotFound()
    return changed
  })
}
