import type { Input } from '#shared/contract'
import type { Member } from '#shared/contract/member'
import type { HumanActor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { recordChange } from '~~/server/changes/record-change'
import { assertAnotherOwner, loadRole, memberNotFound, readMembers } from './members'
import { setRole } from './set-role'

/**
 * Changes the role of a person. Only owners can do this. Throws `conflict` for the last owner. Revokes the
 * person's invitations and tokens that a person with the new role may not create, except the tokens in
 * `keepTokens`.
 */
export async function changeRole(human: HumanActor, input: Input<'changeRole'>): Promise<Member> {
  return write(async tx => {
    const { workspace } = await loadWorkspace(human, input.id, 'manageWorkspace', tx)
    const before = await loadRole(tx, input)
    if (before === 'owner' && input.role !== 'owner') await assertAnotherOwner(tx, input)
    await setRole(tx, human, workspace, { ...input, before })
    if (before !== input.role)
      await recordChange(tx, {
        kind: 'member.role_changed',
        actor: human,
        subjectId: input.userId,
        detail: input.role,
        workspaceId: input.id,
      })
    const changed = (await readMembers(tx, input.id)).find(each => each.userId === input.userId)
    if (!changed) throw memberNotFound()
    return changed
  })
}
