import { eq } from 'drizzle-orm'
import type { Me } from '#shared/contract/workspace'
import type { HumanActor } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import { beginPermissionCheckInWorkspace } from '~~/server/access/write-guard'
import { write } from '~~/server/db'
import { user } from '~~/server/db/schema'
import { readMe } from './read-me'

/**
 * Stores which workspace the dashboard shows to a person. The dashboard opens it at the next visit and on
 * other devices.
 */
export async function chooseWorkspace(human: HumanActor, input: { workspaceId: string }): Promise<Me> {
  await write(async tx => {
    await beginPermissionCheckInWorkspace(tx, human, input.workspaceId)
    requirePermission(human, input.workspaceId, 'useDashboard', 'workspaceId')
    await tx.update(user).set({ lastWorkspaceId: input.workspaceId }).where(eq(user.id, human.id))
  })
  return readMe(human)
}
