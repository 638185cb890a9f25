import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { loadProject } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { writeRemoval } from '~~/server/db'
import { forgeConnection, pullRequestUpdate } from '~~/server/db/schema'

/**
 * Disconnects a project from its repository. Only owners can do this. Deletes the token and the scheduled
 * updates, so that nothing more is written to the forge. Existing comments and statuses at the forge stay.
 */
export async function disconnectForge(human: HumanActor, input: { id: string }): Promise<undefined> {
  await writeRemoval(async tx => {
    const loaded = await loadProject(human, input.id, 'manageForges', tx)
    const removed = await tx
      .delete(forgeConnection)
      .where(eq(forgeConnection.projectId, input.id))
      .returning({ projectId: forgeConnection.projectId })
    if (removed.length === 0)
      throw new AppError('not_found', { message: 'This project is not connected to a repository.' })
    await tx.delete(pullRequestUpdate).where(eq(pullRequestUpdate.projectId, input.id))
    await recordChange(tx, {
      kind: 'forge.disconnected',
      actor: human,
      subjectId: input.id,
      ...scopeOf(loaded),
    })
  })
}
