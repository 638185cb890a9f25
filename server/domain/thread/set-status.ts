import { eq } from 'drizzle-orm'
import type { ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import type { Caller } from '~~/server/access/actor'
import type { LoadedThread } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { thread } from '~~/server/db/schema'
import { addComment } from './add-comment'
import { unclaimed } from './claim-thread'
import { markThreadSeen } from './mark-all-seen'
import { serializeChanged } from './serialize'

/**
 * Sets the status of a thread inside the given transaction. Adds a comment if there is a text. If the status
 * does not change, no audit event about the status is recorded. A person who resolves an addressed thread has
 * checked the fix, so its evidence and comments are not new for them any more.
 */
export async function setStatus(
  tx: Db,
  caller: Caller,
  loaded: LoadedThread,
  body: string | undefined,
  status: ThreadStatus,
): Promise<Thread> {
  await changeStatus(tx, caller, loaded, body, status)
  return serializeChanged(tx, caller, loaded)
}

/** Sets the status of a thread as {@link setStatus} does, but does not return the thread. */
export async function changeStatus(
  tx: Db,
  caller: Caller,
  loaded: LoadedThread,
  body: string | undefined,
  status: ThreadStatus,
): Promise<void> {
  const { id } = loaded.thread
  const isChanged = status !== loaded.thread.status
  if (body !== undefined)
    await addComment(tx, caller, loaded, id, { body, newStatus: isChanged ? status : undefined })
  if (isChanged) {
    await tx
      .update(thread)
      .set({ status, ...unclaimed, updatedAt: Date.now() })
      .where(eq(thread.id, id))
    if (caller.type === 'human' && loaded.thread.status === 'addressed' && status === 'resolved')
      await markThreadSeen(tx, caller, loaded.thread)
    await recordChange(tx, { kind: `thread.${status}`, actor: caller, subjectId: id, ...scopeOf(loaded) })
  }
}
