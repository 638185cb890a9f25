import { eq } from 'drizzle-orm'
import type { Me } from '#shared/contract/workspace'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { requireRole } from '~~/server/access/reach'
import { write } from '~~/server/db'
import { user } from '~~/server/db/schema'
import { readMe } from './read-me'

/** Stores the workspace that the dashboard shows a person, for the next visit and other devices. */
export async function chooseWorkspace(actor: Actor, input: { workspaceId: string }): Promise<Me> {
  const human = requireHuman(actor)
  await write(async tx => {
    requireRole(human, input.workspaceId, 'look', 'workspaceId')
    await tx.update(user).set({ lastWorkspaceId: input.workspaceId }).where(eq(user.id, human.id))
  })
  return readMe(human)
}
