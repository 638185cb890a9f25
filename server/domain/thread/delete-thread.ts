import { eq } from 'drizzle-orm'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadThread } from '~~/server/access/reach'
import { writeRemoval } from '~~/server/db'
import { thread } from '~~/server/db/schema'
import { recordChange } from '~~/server/live/record-change'

/** Deletes a thread with its comments, for people. */
export async function deleteThread(actor: Actor, input: { id: string }): Promise<undefined> {
  const human = requireHuman(actor)
  await writeRemoval(async tx => {
    const loaded = await loadThread(human, input.id, 'annotate', tx)
    await tx.delete(thread).where(eq(thread.id, input.id))
    await recordChange(tx, human, loaded, 'thread.deleted', input.id)
  })
}
