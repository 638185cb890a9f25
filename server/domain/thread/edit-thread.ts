import { eq } from 'drizzle-orm'
import type { ShapeKind } from '#shared/contract/geometry'
import { geometryOf } from '#shared/contract/geometry'
import type { ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import { invalid } from '#shared/errors'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadThread } from '~~/server/access/reach'
import { write, writeRemoval } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { thread } from '~~/server/db/schema'
import { touchReview } from '~~/server/live/touch'
import { subjectOf } from './insert-comment'
import { geometryFor } from './create-thread'
import { serializeThread } from './serialize'

/** A person moves an annotation or sets its status. The kind stays; geometry is held to it. */
export async function editThread(
  actor: Actor,
  input: { id: string; status?: ThreadStatus; geometry?: unknown },
): Promise<Thread> {
  const human = requireHuman(actor)
  return write(async tx => {
    const { thread: before, review, project } = await loadThread(human, input.id, 'annotate', tx)
    if (input.geometry !== undefined && !(before.kind in geometryOf))
      throw invalid('geometry', `A note of kind "${before.kind}" has no geometry.`, 'Leave geometry out.')
    const now = Date.now()
    await tx
      .update(thread)
      .set({
        ...(input.status && { status: input.status }),
        ...(input.geometry !== undefined && {
          geometry: geometryFor(before.kind as ShapeKind, input.geometry),
        }),
        updatedAt: now,
      })
      .where(eq(thread.id, input.id))
    await touchReview(tx, review.id, now)
    await recordEvent(
      tx,
      human,
      'thread.updated',
      subjectOf({
        threadId: input.id,
        reviewId: review.id,
        projectId: project.id,
        workspaceId: project.workspaceId,
      }),
    )
    return serializeThread(tx, input.id)
  })
}

/** A person deletes an annotation with its comments. */
export async function deleteThread(actor: Actor, input: { id: string }): Promise<undefined> {
  const human = requireHuman(actor)
  await writeRemoval(async tx => {
    const { review, project } = await loadThread(human, input.id, 'annotate', tx)
    await tx.delete(thread).where(eq(thread.id, input.id))
    await touchReview(tx, review.id)
    await recordEvent(
      tx,
      human,
      'thread.deleted',
      subjectOf({
        threadId: input.id,
        reviewId: review.id,
        projectId: project.id,
        workspaceId: project.workspaceId,
      }),
    )
  })
}
