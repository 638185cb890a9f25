import type { Input } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import { writeRemoval } from '~~/server/db'
import { membership } from '~~/server/db/schema'
import { assertAnotherOwner, isMember, loadRole } from './members'
import { revokeGrants } from './revoke-grants'

/**
 * Removes a person from a workspace. Owners can remove anyone, and any member can leave. In the same
 * transaction, revokes the person's invitations and tokens, except the tokens in `keepTokens`, which only an
 * owner may choose. Ends the person's event streams. Throws `conflict` for the last owner.
 */
export async function removeMember(human: HumanActor, input: Input<'removeMember'>): Promise<undefined> {
  const leaves = input.userId === human.id
  await writeRemoval(async tx => {
    await loadWorkspace(
      human,
      input.id,
      leaves && input.keepTokens.length === 0 ? 'leaveWorkspace' : 'manageWorkspace',
      tx,
    )
    if ((await loadRole(tx, input)) === 'owner') await assertAnotherOwner(tx, input)
    await revokeGrants(tx, human, input, null, input.keepTokens)
    await tx.delete(membership).where(isMember(input))
    await recordChange(tx, {
      kind: leaves ? 'member.left' : 'member.removed',
      actor: human,
      subjectId: input.userId,
      workspaceId: input.id,
    })
  })
}
