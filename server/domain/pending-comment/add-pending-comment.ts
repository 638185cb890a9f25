import type { Input } from '#shared/contract'
import type { PendingComment } from '#shared/contract/pending-comment'
import type { HumanActor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { placeOf } from '~~/server/domain/thread/insert-thread'
import { threadTarget } from '~~/server/domain/thread/thread-target'
import { insertPending } from './pending-comments'

/**
 * Stores a comment that starts a thread when it is submitted. The comment is on the given revision or,
 * without one, on the latest completed revision. Throws the same errors as a call that starts the thread
 * immediately.
 */
export async function addPendingComment(
  human: HumanActor,
  input: Input<'addPendingComment'>,
): Promise<PendingComment> {
  return write(async tx => {
    const loaded = await loadReview(human, input.id, 'writePendingComments', tx)
    const target = await threadTarget(tx, human, loaded, input)
    const { pinned, ...position } = await placeOf(tx, target, input)
    const place = {
      kind: input.kind,
      artifactId: target?.id ?? null,
      revisionId: pinned?.id ?? null,
      ...position,
    }
    return insertPending(tx, human, loaded, { threadId: null, place, body: input.body }, input.imageIds)
  })
}
