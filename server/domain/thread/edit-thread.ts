import { eq } from 'drizzle-orm'
import type { ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import { invalid } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadThread } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { thread } from '~~/server/db/schema'
import { recordChange } from '~~/server/live/record-change'
import { isDrawn, parseGeometry } from './position'
import { serializeThread } from './serialize'

/** Moves an annotation or sets its status. The kind does not change; the geometry must fit it. */
export async function editThread(
  caller: Caller,
  input: { id: string; status?: ThreadStatus; geometry?: unknown },
): Promise<Thread> {
  return write(async tx => {
    const loaded = await loadThread(caller, input.id, input.status ? 'resolve' : 'editThreads', tx)
    const { kind } = loaded.thread
    if (input.geometry !== undefined && !isDrawn(kind))
      throw invalid('geometry', `A comment of kind "${kind}" has no geometry.`, 'Leave geometry out.')
    await tx
      .update(thread)
      .set({
        ...(input.status && { status: input.status }),
        ...(input.geometry !== undefined &&
          isDrawn(kind) && { geometry: parseGeometry(kind, input.geometry) }),
        updatedAt: Date.now(),
      })
      .where(eq(thread.id, input.id))
    await recordChange(tx, caller, loaded, 'thread.updated', input.id)
    return serializeThread(tx, input.id)
  })
}
