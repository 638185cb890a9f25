import { writeRemoval, type Db } from '~~/server/db'
import { blobs } from '~~/server/storage/blobs'

/** Runs a removal that returns the keys of blobs that its rows named, then removes those blobs. */
export async function removeWithBlobs(run: (tx: Db) => Promise<string[]>): Promise<void> {
  for (const key of await writeRemoval(run)) await blobs().removeItem(key)
}
