import type { Thread } from '#shared/contract/thread'
import { requireCaller, type Actor } from '~~/server/access/actor'
import { loadThread } from '~~/server/access/reach'
import { write } from '~~/server/db'
import { insertComment } from './insert-comment'
import { serializeThread } from './serialize'

/** Adds to the conversation; changes no status. */
export async function replyToThread(actor: Actor, input: { id: string; body: string }): Promise<Thread> {
  const caller = requireCaller(actor)
  return write(async tx => {
    const { review, project } = await loadThread(caller, input.id, 'annotate', tx)
    await insertComment(
      tx,
      caller,
      { threadId: input.id, reviewId: review.id, projectId: project.id, workspaceId: project.workspaceId },
      input.body,
      Date.now(),
    )
    return serializeThread(tx, input.id)
  })
}
