import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Thread } from '#shared/contract/thread'
import { invalid } from '#shared/errors'
import { noLabel } from '#shared/events'
import type { Caller } from '~~/server/access/actor'
import { loadThread } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { revision, thread } from '~~/server/db/schema'
import { writeWithContexts, type Contexts } from './contexts'
import { assertNoShapes, isDrawn, parseGeometry, parseShapes } from './position'
import { serializeThread } from './serialize'
import { assertWithinLimits } from './usage'

type Edit = Input<'editThread'>

/**
 * Moves the shapes of a thread, or sets its status or its label. The kind of the thread stays the same, and
 * the geometry must have the form of this kind. `shapes` replaces all shapes except the first.
 */
export async function editThread(caller: Caller, input: Edit): Promise<Thread> {
  return writeWithContexts(async (tx, contexts) => {
    const loaded = await loadThread(caller, input.id, 'resolve', tx)
    const place = placeOf(loaded.thread, input)
    await tx
      .update(thread)
      .set({
        ...(input.status && { status: input.status }),
        ...(input.label !== undefined && { label: input.label }),
        ...place,
        ...(Object.keys(place).length > 0 && (await contextAt(tx, { ...loaded.thread, ...place }, contexts))),
        updatedAt: Date.now(),
      })
      .where(eq(thread.id, input.id))
    if (Object.keys(place).length > 0) await assertWithinLimits(tx, loaded.review.id, null, { marks: true })
    await recordChange(tx, {
      kind: 'thread.updated',
      actor: caller,
      subjectId: input.id,
      detail: input.status ?? labelDetail(input),
      ...scopeOf(loaded),
    })
    return serializeThread(tx, input.id)
  })
}

/** Returns the detail of the event of an edit that sets or removes a label; undefined for other edits. */
const labelDetail = ({ label }: Edit) => (label === null ? noLabel : label)

/** Returns the elements and events at the new place of a thread. */
async function contextAt(tx: Db, row: typeof thread.$inferSelect, contexts: Contexts) {
  const { contextKey } = revision
  const [pinned] = await tx
    .select({ contextKey })
    .from(revision)
    .where(eq(revision.id, row.revisionId ?? ''))
  return contexts.at(pinned, { ...row, shapes: row.shapes ?? [] })
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
