import type { Input } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { loadPendingComment } from '~~/server/access/loaders'
import { writeRemoval } from '~~/server/db'
import { removePending } from './pending-comments'

/** Deletes a pending comment of the caller. */
export async function discardPendingComment(
  human: HumanActor,
  { id }: Input<'discardPendingComment'>,
): Promise<undefined> {
  await writeRemoval(async tx => {
    await loadPendingComment(human, id, tx)
    await removePending(tx, [id])
  })
}
