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
 * Returns the actor and the time of the latest event of this kind about a resource of a review. Returns null
 * if there is no such event, for example because it was deleted after the retention time of events.
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
