import { writeRemoval, type Db } from '~~/server/db'
import { removeUnnamed } from '~~/server/storage/remove-blobs'

/**
 * Runs a transaction that deletes rows and returns the keys of their blobs. Then removes these blobs, as far
 * as the store allows: see {@link removeUnnamed}.
 */
export async function removeWithBlobs(run: (tx: Db) => Promise<string[]>): Promise<void> {
  await removeUnnamed(await writeRemoval(run))
}
