import { eq } from 'drizzle-orm'
import type { Me } from '#shared/contract/workspace'
import type { HumanActor } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import { write } from '~~/server/db'
import { user } from '~~/server/db/schema'
import { readMe } from './read-me'

/** Stores the workspace that the dashboard shows a person, for the next visit and for other devices. */
export async function chooseWorkspace(human: HumanActor, input: { workspaceId: string }): Promise<Me> {
  await write(async tx => {
    requirePermission(human, input.workspaceId, 'useDashboard', 'workspaceId')
    await tx.update(user).set({ lastWorkspaceId: input.workspaceId }).where(eq(user.id, human.id))
  })
  return readMe(human)
}
