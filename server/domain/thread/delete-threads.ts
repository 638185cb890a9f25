import type { Input } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadReview, loadThread } from '~~/server/access/loaders'
import { requireDeletable } from './authorship'
import { removeThread } from './delete-thread'
import { removeWithBlobs } from './remove-with-blobs'
import { readComments } from './thread-comments'

/**
 * Deletes several threads of a review with their comments. Deletes none of them if one is not in the review
 * or the caller may not delete it.
 */
export async function deleteThreads(caller: Caller, input: Input<'deleteThreads'>): Promise<undefined> {
  await removeWithBlobs(async tx => {
    const { review } = await loadReview(caller, input.id, 'editOwnComments', tx)
    const removed: string[] = []
    for (const id of new Set(input.threadIds)) {
      const loaded = await loadThread(caller, id, 'editOwnComments', tx, 'threadIds')
      if (loaded.review.id !== review.id)
        throw new AppError('not_found', { message: 'Thread not found.', field: 'threadIds' })
      requireDeletable(caller, loaded, await readComments(tx, id))
      removed.push(...(await removeThread(tx, caller, loaded, id)))
    }
    return removed
  })
}
