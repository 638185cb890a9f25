import type { Input, Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadReview, loadThread } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { serializeAllChanged } from './serialize'
import { changeStatus } from './set-status'

/** Sets the status of several threads of a review. Changes none of them if one is not in the review. */
export async function setThreadStatuses(
  caller: Caller,
  input: Input<'setThreadStatuses'>,
): Promise<Output<'setThreadStatuses'>> {
  return write(async tx => {
    const { review, workspace } = await loadReview(caller, input.id, 'resolve', tx)
    const ids = [...new Set(input.threadIds)]
    for (const id of ids) {
      const loaded = await loadThread(caller, id, 'resolve', tx, 'threadIds')
      if (loaded.review.id !== review.id)
        throw new AppError('not_found', { message: 'Thread not found.', field: 'threadIds' })
      await changeStatus(tx, caller, loaded, undefined, input.status)
    }
    return { threads: await serializeAllChanged(tx, caller, workspace.id, ids) }
  })
}
