import type { AdminEventKind, EventKind } from '#shared/events'
import { sql } from 'drizzle-orm'
import { newId } from '#shared/ids'
import { withCommit, type Db } from '~~/server/db'
import { preparedInsert } from '~~/server/db/prepared'
import { adminEvent, event, review } from '~~/server/db/schema'
import type { EventActor, GivenMembership, ReviewScope, Scope } from './change'

interface Logged<Kind> {
  kind: Kind
  actor: EventActor
  subjectId: string
  detail?: string
  at?: number
}

const insertEvent = preparedInsert(event)
/** Inserts an event with the present version of its review. The version is null if the review was deleted. */
const insertVersionedEvent = preparedInsert(event, valueOf => ({
  reviewVersion: sql`(select ${review.version} from ${review} where ${review.id} = ${valueOf('reviewId')})`,
}))

/** Writes the audit event of a change to the database. */
export function logEvent(tx: Db, change: Logged<EventKind> & Scope, eventId: string): void {
  withCommit(insertEvent(tx, { ...rowOf(change, eventId), reviewVersion: null }))
}

/**
 * Writes the audit event of a change that increases the version of a review. Call this after
 * `increaseVersion`, since the event contains the new version.
 */
export function logVersionedEvent(tx: Db, change: Logged<EventKind> & ReviewScope, eventId: string): void {
  withCommit(insertVersionedEvent(tx, rowOf(change, eventId)))
}

const rowOf = (
  { kind, actor, subjectId, workspaceId, projectId, reviewId, detail, at }: Logged<EventKind> & Scope,
  eventId: string,
) => ({
  id: eventId,
  workspaceId,
  kind,
  actorType: actor.type,
  actorId: actor.id,
  actorName: actor.name,
  subjectId,
  reviewId: reviewId ?? null,
  projectId: projectId ?? null,
  detail: detail ?? null,
  createdAt: at ?? Date.now(),
})

interface LoggedAdminAction extends Logged<AdminEventKind> {
  subjectName: string
  membership?: GivenMembership
}

/** Writes the event of an administrator's action to the table `admin_event`. */
export function logAdminAction(
  tx: Db,
  { kind, actor, subjectId, subjectName, detail, membership }: LoggedAdminAction,
): void {
  const row = {
    id: newId('event'),
    kind,
    actorId: actor.id,
    actorName: actor.name,
    subjectId,
    subjectName,
    reason: detail ?? null,
    workspaceId: membership?.workspaceId ?? null,
    workspaceName: membership?.workspaceName ?? null,
    role: membership?.role ?? null,
    createdAt: Date.now(),
  }
  withCommit(tx.insert(adminEvent).values(row))
}
