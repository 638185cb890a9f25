import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dataFiles, backupBlobs } from './folder'
import { readEarlierBlobs, readIndex, type IndexedBlob } from './blob-index'
import type { Manifest } from './manifest'

/** Blobs that are compared at a time. */
const PAGE = 500

/**
 * Removes what only earlier backups in the folder needed: blobs that the newest does not name, and files of
 * rows and indexes. It may be killed at any point.
 */
export async function prune(folder: string, { database, blobs }: Manifest): Promise<void> {
  const target = backupBlobs(folder)
  const oldIndexes = (await dataFiles(folder, 'blobs')).filter(name => name !== blobs.file)
  const earlier = readEarlierBlobs(folder, oldIndexes)
  async function removeUnnamed(found: Map<string, IndexedBlob>, page: IndexedBlob[]): Promise<void> {
    for (const { key } of page) found.delete(key)
    for (const key of found.keys()) await target.removeItem(key)
  }
  let page: IndexedBlob[] = []
  for await (const blob of readIndex(folder, blobs.file)) {
    // All blobs of a row are in one page.
    const last = page.at(-1)?.rowId
    if (page.length >= PAGE && last !== undefined && last !== blob.rowId) {
      await removeUnnamed(await earlier.upTo(last), page)
      page = []
    }
    page.push(blob)
  }
  await removeUnnamed(await earlier.upTo(), page)
  await target.removeUnfinished(0)
  const oldRows = (await dataFiles(folder, 'database')).filter(name => name !== database.file)
  for (const name of [...oldRows, ...oldIndexes]) await rm(join(folder, name), { force: true })
}
