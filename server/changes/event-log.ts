import { newId } from '#shared/ids'
import type { EventActorType, EventKind } from '#shared/events'
import type { Db } from '~~/server/db'
import { preparedInsert } from '~~/server/db/prepared'
import { event } from '~~/server/db/schema'
import { queueEvent } from './webhooks'

/** Where an audit event belongs: who may read it, and what it can be filtered by. */
export interface EventScope {
  workspaceId: string
  projectId?: string | null
  reviewId?: string | null
}

export interface EventSubject extends EventScope {
  /** The id of what the event happened to. */
  subjectId: string
  /** The version of the review that the change made. */
  reviewVersion?: number | null
  /**
   * The role, for events about people and invitations; the reason, for acts of administrators; the format of
   * an export; the status that an edit of a comment set; the repository of a project; {@link
   * withdrawnVerdict}.
   */
  detail?: string
}

/** What a loader returned: at least a workspace. */
export interface LoadedScope {
  workspace: { id: string }
  project?: { id: string }
  review?: { id: string }
}

/** Returns the scope of events about what was loaded. */
export const scopeOf = ({ workspace, project, review }: LoadedScope): EventScope => ({
  workspaceId: workspace.id,
  projectId: project?.id,
  reviewId: review?.id,
})

/** Who caused an event. */
export interface EventActor {
  type: EventActorType
  id: string | null
  name: string | null
}

const insertEvent = preparedInsert(event)

/**
 * Writes an audit event in the transaction of the change that it records, with the messages of webhooks that
 * chose it.
 */
export async function recordEvent(
  tx: Db,
  actor: EventActor,
  kind: EventKind,
  subject: EventSubject,
): Promise<void> {
  const id = newId('event')
  const projectId = subject.projectId ?? null
  await insertEvent(tx, {
    id,
    workspaceId: subject.workspaceId,
    kind,
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    subjectId: subject.subjectId,
    reviewId: subject.reviewId ?? null,
    reviewVersion: subject.reviewVersion ?? null,
    projectId,
    detail: subject.detail ?? null,
    createdAt: Date.now(),
  })
  await queueEvent(tx, { id, kind, workspaceId: subject.workspaceId, projectId })
}
