import type { Input } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { loadOwnReviews } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { setArchived } from './archive-reviews'

/**
 * Removes a review from a person's inbox until anything in the review changes. With `archived: false`, puts
 * the review back.
 */
export async function archiveReview(human: HumanActor, input: Input<'archiveReview'>): Promise<undefined> {
  await write(async tx => setArchived(tx, human, await loadOwnReviews(human, [input.id], tx), input.archived))
}
