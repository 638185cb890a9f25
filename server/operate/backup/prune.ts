import { mergeIndexes, readIndex, readUnfinished } from './blob-index'
import { dataFiles, readManifests, removeManifest, secretFiles } from './manifest'
import type { BackupPlace } from './place'

/**
 * Keeps the newest generations and removes all others. Also removes blobs that belong only to removed
 * generations, and files that interrupted backups left. If the process is killed at any point, the remaining
 * backups are not damaged. Returns the number of remaining generations.
 */
export async function prune(place: BackupPlace, keep: number): Promise<number> {
  const manifests = await readManifests(place)
  const kept = manifests.slice(-keep)
  // The manifests are removed first, so that a generation without its blobs does not look complete.
  for (const manifest of manifests.slice(0, -keep)) await removeManifest(place, manifest)
  const keptFiles = new Set(
    kept.flatMap(({ database, blobs, secret }) => [database.file, blobs.file, secret?.file]),
  )
  const dropped = (await dataFiles(place, 'blobs')).filter(name => !keptFiles.has(name))
  const rows = mergeIndexes([
    ...kept.map(({ blobs }) => readIndex(place, blobs.file)),
    ...dropped.map(name => readUnfinished(place, name)),
  ])
  for await (const blobs of rows)
    for (const { key, of } of blobs)
      if (of.every(position => position >= kept.length)) await place.blobs.removeItem(key)
  await place.blobs.removeUnfinished(0)
  const others = [...(await dataFiles(place, 'database')), ...(await secretFiles(place))]
  for (const name of [...others.filter(each => !keptFiles.has(each)), ...dropped]) await place.remove(name)
  return kept.length
}
