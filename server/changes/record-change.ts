import type { EventKind } from '#shared/events'
import type { Db } from '~~/server/db'
import { recordEvent, scopeOf, type EventActor } from './event-log'
import { notifyOfChange, type ReviewScope } from './notify'
import { touchReview } from './review-version'

/**
 * Records a change of a review in the transaction of the change, in the scope of what was loaded: touches the
 * review, writes the audit event and notifies the people whom it concerns. `subjectId` names what changed:
 * the review, or a thing in it; `detail` says more in the event.
 */
export async function recordChange(
  tx: Db,
  actor: EventActor,
  loaded: ReviewScope,
  kind: EventKind,
  subjectId: string,
  detail?: string,
): Promise<void> {
  await recordUnnotified(tx, actor, loaded, kind, subjectId, detail)
  await notifyOfChange(tx, actor, loaded, kind, subjectId, detail)
}

/** Does the same as {@link recordChange}, but notifies no people. */
export async function recordUnnotified(
  tx: Db,
  actor: EventActor,
  loaded: ReviewScope,
  kind: EventKind,
  subjectId: string,
  detail?: string,
): Promise<void> {
  const reviewVersion = await touchReview(tx, loaded.review.id)
  await recordEvent(tx, actor, kind, { subjectId, reviewVersion, detail, ...scopeOf(loaded) })
}
