import { writeRemoval, type Db } from '~~/server/db'
import { blobs } from '~~/server/storage/blobs'

/** Runs a removal that returns the keys of the blobs of deleted rows, then removes those blobs. */
export async function removeWithBlobs(run: (tx: Db) => Promise<string[]>): Promise<void> {
  for (const key of await writeRemoval(run)) await blobs().removeItem(key)
}
