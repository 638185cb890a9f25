import type { Db } from '~~/server/db'
import { removeAllMedia, removeWithMedia } from '~~/server/domain/artifact/remove-media'

/** The number of revisions or images in a batch. Other transactions can run between two batches. */
const BATCH = 100

/**
 * Removes revisions, comment images or their media in batches. `removeBatch` removes at most `limit` rows in
 * its transaction and returns their ids. The loop ends when `removeBatch` removes fewer than `limit` rows.
 * Returns the number of removed rows.
 */
export async function removeInBatches(
  removeBatch: (tx: Db, limit: number) => Promise<string[]>,
): Promise<number> {
  let removed = 0
  for (;;) {
    const ids = await removeWithMedia(tx => removeBatch(tx, BATCH), removeAllMedia)
    removed += ids.length
    if (ids.length < BATCH) return removed
  }
}
