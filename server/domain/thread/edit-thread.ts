import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Thread } from '#shared/contract/thread'
import { invalid } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadThread } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { thread } from '~~/server/db/schema'
import { assertNoShapes, isDrawn, parseGeometry, parseShapes } from './position'
import { serializeThread } from './serialize'

type Edit = Input<'editThread'>

/**
 * Moves the shapes of a thread or sets its status. The kind of the thread stays the same, and the geometry
 * must have the form of this kind. `shapes` replaces all shapes except the first.
 */
export async function editThread(caller: Caller, input: Edit): Promise<Thread> {
  return write(async tx => {
    const loaded = await loadThread(caller, input.id, 'resolve', tx)
    await tx
      .update(thread)
      .set({
        ...(input.status && { status: input.status }),
        ...placeOf(loaded.thread, input),
        updatedAt: Date.now(),
      })
      .where(eq(thread.id, input.id))
    await recordChange(tx, {
      kind: 'thread.updated',
      actor: caller,
      subjectId: input.id,
      detail: input.status,
      ...scopeOf(loaded),
    })
    return serializeThread(tx, input.id)
  })
}

/**
 * Returns the columns to set for a change of the shapes. Throws `invalid_request` if threads of this kind
 * have no shapes.
 */
function placeOf({ kind }: typeof thread.$inferSelect, { geometry, shapes }: Edit) {
  if (!isDrawn(kind)) {
    if (geometry !== undefined)
      throw invalid('geometry', `A comment of kind "${kind}" has no geometry.`, 'Leave geometry out.')
    assertNoShapes(kind, shapes)
    return {}
  }
  const further = shapes && parseShapes(shapes)
  return {
    ...(geometry !== undefined && { geometry: parseGeometry(kind, geometry) }),
    ...(further && { shapes: further.length > 0 ? further : null }),
  }
}
