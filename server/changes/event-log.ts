import type { AdminEventKind, EventKind } from '#shared/events'
import { newId } from '#shared/ids'
import type { Db } from '~~/server/db'
import { preparedInsert } from '~~/server/db/prepared'
import { adminEvent, event } from '~~/server/db/schema'
import type { EventActor, Scope } from './change'
import type { Outcome } from './subscriber'

interface Logged<Kind> {
  kind: Kind
  actor: EventActor
  subjectId: string
  detail?: string
}

const insertEvent = preparedInsert(event)

/** Writes the audit event of a change to the database. */
export async function logEvent(
  tx: Db,
  { kind, actor, subjectId, workspaceId, projectId, reviewId, detail }: Logged<EventKind> & Scope,
  { eventId, review }: Outcome,
): Promise<void> {
  await insertEvent(tx, {
    id: eventId,
    workspaceId,
    kind,
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    subjectId,
    reviewId: reviewId ?? null,
    reviewVersion: review?.version ?? null,
    projectId: projectId ?? null,
    detail: detail ?? null,
    createdAt: Date.now(),
  })
}

/** Writes the event of an administrator's action to the table `admin_event`. */
export async function logAdminAction(
  tx: Db,
  { kind, actor, subjectId, subjectName, detail }: Logged<AdminEventKind> & { subjectName: string },
): Promise<void> {
  await tx.insert(adminEvent).values({
    id: newId('event'),
    kind,
    actorId: actor.id,
    actorName: actor.name,
    subjectId,
    subjectName,
    reason: detail ?? null,
    createdAt: Date.now(),
  })
}
