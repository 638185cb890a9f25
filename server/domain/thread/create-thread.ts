import type { Input } from '#shared/contract'
import type { Thread } from '#shared/contract/thread'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { writeWithContexts } from './contexts'
import { insertThread } from './insert-thread'
import { threadTarget } from './thread-target'

/** Starts a thread on a review or on one of its artifacts. */
export async function createThread(caller: Caller, input: Input<'createThread'>): Promise<Thread> {
  return writeWithContexts(async (tx, contexts) => {
    const loaded = await loadReview(caller, input.id, 'comment', tx)
    const target = await threadTarget(tx, caller, loaded, input)
    return insertThread(tx, caller, loaded, { target, input, contexts })
  })
}
