import type { Input } from '#shared/contract'
import type { PendingComment } from '#shared/contract/pending-comment'
import type { HumanActor } from '~~/server/access/actor'
import { loadThread } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { insertPending } from './pending-comments'

/** Stores a pending reply to a thread. */
export async function addPendingReply(
  human: HumanActor,
  input: Input<'addPendingReply'>,
): Promise<PendingComment> {
  return write(async tx => {
    const loaded = await loadThread(human, input.id, 'writePendingComments', tx)
    const { id: threadId, body, imageIds } = input
    return insertPending(tx, human, loaded, { threadId, place: null, body }, imageIds)
  })
}
