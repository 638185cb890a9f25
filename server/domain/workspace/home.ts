import { newId } from '#shared/ids'
import { write } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { membership, workspace } from '~~/server/db/schema'

/** Gives an account the workspace of its own; done once, however often it is called. */
export async function ensureHomeWorkspace(person: { id: string, name: string }): Promise<void> {
  await write(async (tx) => {
    const now = Date.now()
    const [created] = await tx.insert(workspace)
      .values({ id: newId('workspace'), name: `${person.name}'s workspace`, plan: 'free', homeOf: person.id, createdAt: now })
      .onConflictDoNothing().returning()
    if (!created) return
    await tx.insert(membership).values({ workspaceId: created.id, userId: person.id, role: 'owner', createdAt: now })
    await recordEvent(tx, { type: 'human', id: person.id, name: person.name }, 'workspace.created', { subjectId: created.id, workspaceId: created.id })
  })
}
