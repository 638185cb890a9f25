import type { Db } from '~~/server/db'
import { removeWithMedia } from '~~/server/domain/artifact/remove-media'

/** So many at a time, so that others may write in between. */
const BATCH = 100

/**
 * Removes revisions and their media a batch at a time. `take` removes up to so many in its transaction and
 * answers their ids; fewer are the last. Answers how many went.
 */
export async function removeInBatches(take: (tx: Db, limit: number) => Promise<string[]>): Promise<number> {
  let removed = 0
  for (;;) {
    const gone = await removeWithMedia(tx => take(tx, BATCH))
    removed += gone.length
    if (gone.length < BATCH) return removed
  }
}
