import { and, desc, eq } from 'drizzle-orm'
import type { EventKind } from '#shared/events'
import type { Db } from '~~/server/db'
import { event } from '~~/server/db/schema'

/** Who caused a change, and when. */
export interface LastActor {
  id: string | null
  name: string | null
  /** Epoch milliseconds. */
  at: number
}

/**
 * Returns who last changed a resource of a review in this way; null if the audit event was deleted, as events
 * are after the retention time of activity.
 */
export async function lastActor(
  executor: Db,
  { reviewId, kind, subjectId }: { reviewId: string; kind: EventKind; subjectId: string },
): Promise<LastActor | null> {
  const [found] = await executor
    .select({ id: event.actorId, name: event.actorName, at: event.createdAt })
    .from(event)
    .where(and(eq(event.reviewId, reviewId), eq(event.kind, kind), eq(event.subjectId, subjectId)))
    .orderBy(desc(event.id))
    .limit(1)
  return found ?? null
}
