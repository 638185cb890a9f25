import { eq } from 'drizzle-orm'
import type { ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import { requireCaller, requireHuman, type Actor, type Caller } from '~~/server/access/actor'
import { loadThread } from '~~/server/access/reach'
import { write } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { thread } from '~~/server/db/schema'
import { touchReview } from '~~/server/live/touch'
import { insertComment, subjectOf } from './insert-comment'
import { serializeThread } from './serialize'

/** Marks a thread addressed; a resolved one stays resolved. A comment given is added either way. */
export async function addressThread(actor: Actor, input: { id: string; body?: string }): Promise<Thread> {
  return move(requireCaller(actor), input, before => (before === 'open' ? 'addressed' : before))
}

/** A person resolves or reopens a thread. A comment given is added either way. */
export async function resolveThread(
  actor: Actor,
  input: { id: string; status: 'resolved' | 'open'; body?: string },
): Promise<Thread> {
  return move(requireHuman(actor), input, () => input.status)
}

async function move(
  caller: Caller,
  input: { id: string; body?: string },
  next: (before: ThreadStatus) => ThreadStatus,
): Promise<Thread> {
  return write(async tx => {
    const { thread: before, review, project } = await loadThread(caller, input.id, 'annotate', tx)
    const place = {
      threadId: input.id,
      reviewId: review.id,
      projectId: project.id,
      workspaceId: project.workspaceId,
    }
    const now = Date.now()
    if (input.body !== undefined) await insertComment(tx, caller, place, input.body, now)
    const status = next(before.status)
    if (status !== before.status) {
      await tx.update(thread).set({ status, updatedAt: now }).where(eq(thread.id, input.id))
      await touchReview(tx, review.id, now)
      await recordEvent(tx, caller, `thread.${status}`, subjectOf(place))
    }
    return serializeThread(tx, input.id)
  })
}
