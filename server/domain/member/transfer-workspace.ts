import { eq } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { AppError, invalid } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/loaders'
import { isSuspended } from '~~/server/access/suspension'
import { recordChange } from '~~/server/changes/record-change'
import { write, type Db } from '~~/server/db'
import { user } from '~~/server/db/schema'
import { loadRole } from './members'
import { setRole } from './set-role'

/**
 * Makes another member an owner of a workspace, and changes the role of the calling owner to `member`. Throws
 * `conflict` if the new owner is suspended or going to be deleted, so that the workspace always has an owner
 * who can act.
 */
export async function transferWorkspace(
  human: HumanActor,
  { id, userId }: Input<'transferWorkspace'>,
): Promise<Output<'transferWorkspace'>> {
  return write(async tx => {
    const { workspace } = await loadWorkspace(human, id, 'manageWorkspace', tx)
    if (userId === human.id)
      throw invalid('userId', '"userId" must be another member.', 'Choose who becomes the owner.')
    const before = await loadRole(tx, { id, userId })
    await assertActive(tx, userId)
    await setRole(tx, human, workspace, { userId, before, role: 'owner' })
    await setRole(tx, human, workspace, { userId: human.id, before: 'owner', role: 'member' })
    await recordChange(tx, {
      kind: 'workspace.transferred',
      actor: human,
      subjectId: userId,
      workspaceId: id,
    })
    return { workspace: { id, name: workspace.name, plan: workspace.plan, role: 'member' } }
  })
}

async function assertActive(tx: Db, userId: string): Promise<void> {
  const [person] = await tx.select().from(user).where(eq(user.id, userId))
  if (person && isSuspended(person))
    throw new AppError('conflict', {
      message: 'This person is suspended.',
      hint: 'Transfer the workspace to another member.',
    })
}
