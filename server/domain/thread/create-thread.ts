import type { Input } from '#shared/contract'
import type { Thread } from '#shared/contract/thread'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { insertThread } from './insert-thread'
import { threadTarget } from './thread-target'

/** Starts a thread on a review or on one of its artifacts. */
export async function createThread(caller: Caller, input: Input<'createThread'>): Promise<Thread> {
  return write(async tx => {
    const loaded = await loadReview(caller, input.id, 'comment', tx)
    return insertThread(tx, caller, loaded, await threadTarget(tx, caller, loaded, input), input)
  })
}
