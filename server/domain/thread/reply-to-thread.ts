import type { Thread } from '#shared/contract/thread'
import { requireCaller, type Actor } from '~~/server/access/actor'
import { loadThread } from '~~/server/access/reach'
import { write } from '~~/server/db'
import { insertComment } from './insert-comment'
import { serializeThread } from './serialize'

/** Adds a comment to a thread; changes no status. */
export async function replyToThread(actor: Actor, input: { id: string; body: string }): Promise<Thread> {
  const caller = requireCaller(actor)
  return write(async tx => {
    const loaded = await loadThread(caller, input.id, 'annotate', tx)
    await insertComment(tx, caller, loaded, input.id, input.body)
    return serializeThread(tx, input.id)
  })
}
