import type { Output } from '#shared/contract'
import { eq } from 'drizzle-orm'
import type { HumanActor } from '~~/server/access/actor'
import { authorizeSelfAlone } from '~~/server/access/write-guard'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { membership, user, workspace } from '~~/server/db/schema'
import { assertWorkspaceQuota } from '~~/server/domain/billing/quotas'
import { findUnclaimed, readProjects } from './claims'

/**
 * Makes a person the owner of an unclaimed workspace, and puts it on the free plan. If several calls claim it
 * concurrently, only one succeeds.
 */
export async function claimWorkspace(
  human: HumanActor,
  input: { code: string },
): Promise<Output<'claimWorkspace'>> {
  return write(async tx => {
    // The caller needs no role, because the claim code grants the workspace.
    await authorizeSelfAlone(tx, human)
    const [claimed] = await tx
      .update(workspace)
      .set({ plan: 'free', claimHash: null })
      .where(eq(workspace.id, await findUnclaimed(tx, input.code)))
      .returning()
    if (!claimed) throw new Error('the update of the claimed workspace returned no row')
    await assertWorkspaceQuota(tx, human.id, 'free')
    await tx
      .insert(membership)
      .values({ workspaceId: claimed.id, userId: human.id, role: 'owner', createdAt: Date.now() })
    await recordChange(tx, {
      kind: 'workspace.claimed',
      actor: human,
      subjectId: claimed.id,
      workspaceId: claimed.id,
    })
    await tx.update(user).set({ lastWorkspaceId: claimed.id }).where(eq(user.id, human.id))
    return {
      workspace: { id: claimed.id, name: claimed.name, plan: claimed.plan, role: 'owner' },
      projects: await readProjects(tx, claimed.id),
    }
  })
}
