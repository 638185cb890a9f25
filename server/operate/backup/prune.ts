import { mergeIndexes, readIndex, readUnfinished } from './blob-index'
import { dataFiles, readManifests, removeManifest } from './manifest'
import type { BackupPlace } from './place'

/**
 * Removes all except the newest generations, with the blobs that only they needed, and leftovers of
 * interrupted backups. It may be killed at any point. Returns the number of generations that remain.
 */
export async function prune(place: BackupPlace, keep: number): Promise<number> {
  const manifests = await readManifests(place)
  const kept = manifests.slice(-keep)
  // Removed first: a generation without its blobs must not look complete.
  for (const manifest of manifests.slice(0, -keep)) await removeManifest(place, manifest)
  const keptFiles = new Set(kept.flatMap(({ database, blobs }) => [database.file, blobs.file]))
  const dropped = (await dataFiles(place, 'blobs')).filter(name => !keptFiles.has(name))
  const rows = mergeIndexes([
    ...kept.map(({ blobs }) => readIndex(place, blobs.file)),
    ...dropped.map(name => readUnfinished(place, name)),
  ])
  for await (const blobs of rows)
    for (const { key, of } of blobs)
      if (of.every(position => position >= kept.length)) await place.blobs.removeItem(key)
  await place.blobs.removeUnfinished(0)
  const oldRows = (await dataFiles(place, 'database')).filter(name => !keptFiles.has(name))
  for (const name of [...oldRows, ...dropped]) await place.remove(name)
  return kept.length
}
