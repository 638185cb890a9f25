import type { Db } from '~~/server/db'
import { removeWithMedia } from '~~/server/domain/artifact/remove-media'

/** Revisions or images in a batch: other writes run between two. */
const BATCH = 100

/**
 * Removes revisions, images of comments, or their media in batches. `removeBatch` removes up to `limit` in
 * its transaction and returns the ids of these rows; fewer than `limit` end the loop. Returns how many were
 * removed.
 */
export async function removeInBatches(
  removeBatch: (tx: Db, limit: number) => Promise<string[]>,
): Promise<number> {
  let removed = 0
  for (;;) {
    const ids = await removeWithMedia(tx => removeBatch(tx, BATCH))
    removed += ids.length
    if (ids.length < BATCH) return removed
  }
}
