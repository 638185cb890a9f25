import type { AdminEventKind } from '#shared/events'
import { newId } from '#shared/ids'
import type { Db } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { adminEvent } from '~~/server/db/schema'

/** What an administrator did to a person or a workspace. */
export interface Act {
  /** null: the server itself, which deletes what is due. */
  admin: { id: string; name: string } | null
  kind: AdminEventKind
  subject: { id: string; name: string }
  /** As the administrator typed it; null for the server itself. */
  reason: string | null
}

/**
 * Records an act in the transaction of its change: among the events of administration, and in the audit
 * record of the workspace that it is about.
 */
export async function recordAct(tx: Db, { admin, kind, subject, reason }: Act): Promise<void> {
  await tx.insert(adminEvent).values({
    id: newId('event'),
    kind,
    actorId: admin?.id ?? null,
    actorName: admin?.name ?? null,
    subjectId: subject.id,
    subjectName: subject.name,
    reason,
    createdAt: Date.now(),
  })
  // The audit record of a deleted workspace is deleted with it.
  if (!admin || !isAboutWorkspace(kind)) return
  await recordEvent(tx, { type: 'human', ...admin }, kind, {
    subjectId: subject.id,
    workspaceId: subject.id,
    detail: reason ?? undefined,
  })
}

type WorkspaceAct = Exclude<Extract<AdminEventKind, `workspace.${string}`>, 'workspace.deleted'>

const isAboutWorkspace = (kind: AdminEventKind): kind is WorkspaceAct =>
  kind.startsWith('workspace.') && kind !== 'workspace.deleted'
