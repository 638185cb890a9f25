import { writeRemoval, type Db } from '~~/server/db'
import { blobs } from '~~/server/storage/blobs'

/** Runs a transaction that deletes rows and returns the keys of their blobs. Then removes these blobs. */
export async function removeWithBlobs(run: (tx: Db) => Promise<string[]>): Promise<void> {
  for (const key of await writeRemoval(run)) await blobs().removeItem(key)
}
