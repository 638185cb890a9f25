import type { EventKind } from '#shared/events'
import type { Db } from '~~/server/db'
import { recordEvent, scopeOf, type EventActor, type LoadedScope } from '~~/server/db/events'
import { touchReview } from './touch'

/**
 * Records a change of a review in the transaction of the change: touches the review and writes the audit
 * event, in the scope of what was loaded. `subjectId` names what changed: the review, or a thing in it.
 */
export async function recordChange(
  tx: Db,
  actor: EventActor,
  loaded: LoadedScope & { review: { id: string } },
  kind: EventKind,
  subjectId: string,
): Promise<void> {
  const reviewVersion = await touchReview(tx, loaded.review.id)
  await recordEvent(tx, actor, kind, { subjectId, reviewVersion, ...scopeOf(loaded) })
}
