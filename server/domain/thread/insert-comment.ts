import { eq } from 'drizzle-orm'
import { newId } from '#shared/ids'
import type { Caller } from '~~/server/access/actor'
import type { Db } from '~~/server/db'
import { recordEvent, type EventSubject } from '~~/server/db/events'
import { comment, thread } from '~~/server/db/schema'
import { touchReview } from '~~/server/live/touch'

export interface ThreadPlace {
  threadId: string
  reviewId: string
  projectId: string
  workspaceId: string
}

/** Where an event about a thread belongs. */
export const subjectOf = (place: ThreadPlace): EventSubject => ({
  subjectId: place.threadId,
  workspaceId: place.workspaceId,
  projectId: place.projectId,
  reviewId: place.reviewId,
})

/** Adds a comment in a running transaction, with its event; thread and review move on. */
export async function insertComment(
  tx: Db,
  caller: Caller,
  place: ThreadPlace,
  body: string,
  now: number,
): Promise<void> {
  const id = newId('comment')
  await tx.insert(comment).values({
    id,
    threadId: place.threadId,
    body,
    authorType: caller.type,
    authorId: caller.id,
    authorName: caller.name,
    createdAt: now,
  })
  await tx.update(thread).set({ updatedAt: now }).where(eq(thread.id, place.threadId))
  await touchReview(tx, place.reviewId, now)
  await recordEvent(tx, caller, 'comment.created', { ...subjectOf(place), subjectId: id })
}
