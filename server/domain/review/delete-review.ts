import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { removeWithMedia } from '~~/server/domain/artifact/remove-media'
import { removeReview } from './remove-review'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'

/** Deletes a review with everything in it. */
export async function deleteReview(caller: Caller, input: { id: string }): Promise<undefined> {
  await removeWithMedia(async tx => {
    const loaded = await loadReview(caller, input.id, 'deleteEvidence', tx)
    const revisionIds = await removeReview(tx, input.id)
    await recordChange(tx, { kind: 'review.deleted', actor: caller, subjectId: input.id, ...scopeOf(loaded) })
    return revisionIds
  })
}
