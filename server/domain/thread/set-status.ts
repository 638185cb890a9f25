import { eq } from 'drizzle-orm'
import type { ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import type { Action } from '#shared/permissions'
import type { Caller } from '~~/server/access/actor'
import { loadThread, type LoadedThread } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { write, type Db } from '~~/server/db'
import { thread } from '~~/server/db/schema'
import { addComment } from './add-comment'
import { serializeThread } from './serialize'

/**
 * Sets the status of a thread. `next` receives the current status and returns the new one. If a text is
 * given, adds it as a comment. If the status does not change, no audit event about the status is recorded.
 */
export async function setStatus(
  caller: Caller,
  action: Action,
  input: { id: string; body?: string },
  next: (before: ThreadStatus) => ThreadStatus,
): Promise<Thread> {
  return write(async tx => {
    const loaded = await loadThread(caller, input.id, action, tx)
    return setStatusOf(tx, caller, loaded, input.body, next)
  })
}

/** Does the same as {@link setStatus}, but for a loaded thread and inside the given transaction. */
export async function setStatusOf(
  tx: Db,
  caller: Caller,
  loaded: LoadedThread,
  body: string | undefined,
  next: (before: ThreadStatus) => ThreadStatus,
): Promise<Thread> {
  const { id } = loaded.thread
  const status = next(loaded.thread.status)
  const isChanged = status !== loaded.thread.status
  if (body !== undefined)
    await addComment(tx, caller, loaded, id, { body, newStatus: isChanged ? status : undefined })
  if (isChanged) {
    await tx.update(thread).set({ status, updatedAt: Date.now() }).where(eq(thread.id, id))
    await recordChange(tx, { kind: `thread.${status}`, actor: caller, subjectId: id, ...scopeOf(loaded) })
  }
  return serializeThread(tx, id)
}
