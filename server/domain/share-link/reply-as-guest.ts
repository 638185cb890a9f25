import type { Input, Output } from '#shared/contract'
import type { AnonymousActor } from '~~/server/access/actor'
import { addComment } from '~~/server/domain/thread/add-comment'
import { serializeThread } from '~~/server/domain/thread/serialize'
import { findSharedThread } from './shared-resources'
import { writeAsGuest } from './write-as-guest'

/** Adds a comment to a thread of a shared review, as a guest. The status of the thread does not change. */
export async function replyAsGuest(
  visitor: AnonymousActor,
  input: Input<'replyAsGuest'>,
): Promise<Output<'replyAsGuest'>> {
  return writeAsGuest(visitor, input, async (tx, share, guest) => {
    const loaded = await findSharedThread(share, input.id, tx)
    await addComment(tx, guest, loaded, input.id, { body: input.body })
    return serializeThread(tx, input.id)
  })
}
