import type { AdminEventKind } from '#shared/events'
import { newId } from '#shared/ids'
import type { Db } from '~~/server/db'
import { recordEvent } from '~~/server/changes/event-log'
import { adminEvent } from '~~/server/db/schema'

/**
 * An action on a person or a workspace, by an administrator, by the server, or by the person or owner who
 * deletes it.
 */
export interface AdminAction {
  /** null for the server itself, which carries out scheduled deletions. */
  actor: { id: string; name: string } | null
  kind: AdminEventKind
  subject: { id: string; name: string }
  /** The reason that an administrator entered; null for others. */
  reason: string | null
}

/**
 * Records an action in the transaction of its change: among the events of administration, and in the audit
 * record of its workspace.
 */
export async function recordAdminAction(
  tx: Db,
  { actor, kind, subject, reason }: AdminAction,
): Promise<void> {
  await tx.insert(adminEvent).values({
    id: newId('event'),
    kind,
    actorId: actor?.id ?? null,
    actorName: actor?.name ?? null,
    subjectId: subject.id,
    subjectName: subject.name,
    reason,
    createdAt: Date.now(),
  })
  // The audit record of a deleted workspace is deleted with it.
  if (!actor || !isAboutWorkspace(kind)) return
  await recordEvent(tx, { type: 'human', ...actor }, kind, {
    subjectId: subject.id,
    workspaceId: subject.id,
    detail: reason ?? undefined,
  })
}

type WorkspaceAction = Exclude<Extract<AdminEventKind, `workspace.${string}`>, 'workspace.deleted'>

const isAboutWorkspace = (kind: AdminEventKind): kind is WorkspaceAction =>
  kind.startsWith('workspace.') && kind !== 'workspace.deleted'
