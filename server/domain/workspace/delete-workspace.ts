import type { Input, Output } from '#shared/contract'
import { invalid } from '#shared/errors'
import { iso } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/loaders'
import { writeRemoval } from '~~/server/db'
import { changeWorkspace } from '~~/server/domain/admin/change-workspace'
import { assertNotSubscribed } from '~~/server/domain/admin/assert-not-subscribed'
import { endOfDeletionDelay } from '~~/server/domain/admin/deletion-delay'

/**
 * Ends all access to a workspace and schedules its deletion. Only owners can do this. The delay is the same
 * as for a deletion by an administrator. Throws `invalid_request` if the given name is not the name of the
 * workspace, and `conflict` while the workspace has a paid subscription.
 */
export async function deleteWorkspace(
  human: HumanActor,
  { id, name }: Input<'deleteWorkspace'>,
): Promise<Output<'deleteWorkspace'>> {
  const deletesAt = endOfDeletionDelay(Date.now())
  await writeRemoval(async tx => {
    const { workspace } = await loadWorkspace(human, id, 'manageWorkspace', tx)
    if (name !== workspace.name)
      throw invalid(
        'name',
        '"name" is not the name of this workspace.',
        'Send its current name to confirm the deletion.',
      )
    assertNotSubscribed(workspace)
    await changeWorkspace(tx, human, workspace, {
      kind: 'workspace.deletion_scheduled',
      reason: null,
      columns: { deletesAt },
    })
  })
  return { deletesAt: iso(deletesAt) }
}
