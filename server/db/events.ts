import { newId } from '../../shared/ids'
import type { EventActorType, EventKind } from '../../shared/events'
import type { Db } from './open'
import { event } from './schema'

/** What an audit event is about. */
export interface EventSubject {
  subjectId: string
  workspaceId: string
  projectId?: string | null
  reviewId?: string | null
  /** For events about people and invitations: the role. */
  detail?: string
}

/** Writes an audit event in the transaction of the change it tells of. */
export async function recordEvent(
  tx: Db,
  actor: { type: EventActorType; id: string | null; name: string | null },
  kind: EventKind,
  subject: EventSubject,
): Promise<void> {
  await tx.insert(event).values({
    id: newId('event'),
    workspaceId: subject.workspaceId,
    kind,
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    subjectId: subject.subjectId,
    reviewId: subject.reviewId ?? null,
    projectId: subject.projectId ?? null,
    detail: subject.detail ?? null,
    createdAt: Date.now(),
  })
}
