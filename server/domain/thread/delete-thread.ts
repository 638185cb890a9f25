import { eq } from 'drizzle-orm'
import type { Caller } from '~~/server/access/actor'
import { loadThread } from '~~/server/access/loaders'
import { writeRemoval } from '~~/server/db'
import { thread } from '~~/server/db/schema'
import { recordChange } from '~~/server/live/record-change'

/** Deletes a thread with its comments. */
export async function deleteThread(caller: Caller, input: { id: string }): Promise<undefined> {
  await writeRemoval(async tx => {
    const loaded = await loadThread(caller, input.id, 'editThreads', tx)
    await tx.delete(thread).where(eq(thread.id, input.id))
    await recordChange(tx, caller, loaded, 'thread.deleted', input.id)
  })
}
