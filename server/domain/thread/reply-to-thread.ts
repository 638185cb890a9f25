import type { Input } from '#shared/contract'
import type { Thread } from '#shared/contract/thread'
import type { Caller } from '~~/server/access/actor'
import { loadThread } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { addComment } from './add-comment'
import { extendClaims } from './claim-thread'
import { serializeChanged } from './serialize'

/** Adds a comment to a thread. The status of the thread does not change. */
export async function replyToThread(caller: Caller, input: Input<'replyToThread'>): Promise<Thread> {
  return write(async tx => {
    const loaded = await loadThread(caller, input.id, 'comment', tx)
    await addComment(tx, caller, loaded, input.id, input)
    if (loaded.thread.claimedById === caller.id) await extendClaims(tx, caller, loaded.review.id)
    return serializeChanged(tx, caller, loaded)
  })
}
