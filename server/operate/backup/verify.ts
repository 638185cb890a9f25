import { inParallel, nullIfUnreadable, checksumOfBlob } from '../blobs/copy'
import { OperateError } from '../fault'
import { formatBytes, formatCount } from '../format'
import { totalRows } from '../instance/portable'
import type { Progress } from '../progress'
import type { Result } from '../result'
import { mergeIndexes, readIndex, type IndexedBlob } from './blob-index'
import { sha256OfStream } from './lines'
import { generationOf, readManifests, type Manifest } from './manifest'
import { openPlace, type BackupPlace } from './place'
import { listFirst } from './report'
import { readSecret } from './secret'

/** The number of blobs that are checked in one batch. */
const BATCH = 200

/**
 * Reads all backups in a place and compares the checksums of the rows, of the indexes, of the secrets and of
 * each blob. The exit code is 1 if a file is missing or damaged. Throws an OperateError if there is no
 * backup.
 */
export async function verify(from: string, progress: Progress): Promise<Result> {
  const place = await openPlace(from, 'reading')
  try {
    const manifests = await readManifests(place)
    if (manifests.length === 0) throw noBackup(from)
    const damaged: string[] = []
    const readable: Manifest[] = []
    for (const manifest of manifests) {
      const faults = await damagedFiles(place, manifest)
      damaged.push(...faults)
      if (!faults.includes(manifest.blobs.file)) readable.push(manifest)
      const { secret } = manifest
      if (secret && (await readSecret(place, secret)) === null) damaged.push(secret.file)
    }
    const blobs = await verifyBlobs(place, readable, progress)
    damaged.push(...blobs.damaged)
    // All backups of earlier versions use the same file for the secret, so the list may contain it several
    // times.
    return resultOf(from, { manifests, damaged: [...new Set(damaged)], ...blobs.read })
  } finally {
    await place.close()
  }
}

export const noBackup = (from: string) =>
  new OperateError(
    `${from} has no manifest.json, so there is no complete backup: an interrupted one has none; ` +
      'run the backup again, or name another place',
  )

/**
 * Returns the names of the missing or damaged files of a generation. Does not read the file with the secret,
 * because the other files can be restored without it.
 */
export async function damagedFiles(place: BackupPlace, { database, blobs }: Manifest): Promise<string[]> {
  const damaged: string[] = []
  for (const { file, sha256 } of [database, blobs]) {
    const stream = await place.stream(file)
    if (!stream || (await sha256OfStream(stream)) !== sha256) damaged.push(file)
  }
  return damaged
}

async function verifyBlobs(place: BackupPlace, manifests: Manifest[], progress: Progress) {
  const read = { count: 0, bytes: 0 }
  const damaged: string[] = []
  async function check({ key, sha256 }: IndexedBlob): Promise<void> {
    const sum = await checksumOfBlob(place.blobs, key).catch(nullIfUnreadable)
    if (sum?.sha256 !== sha256) damaged.push(key)
    read.count += 1
    read.bytes += sum?.bytes ?? 0
    progress.update(`blobs: ${formatCount(read.count, 'blob')} (${formatBytes(read.bytes)})`)
  }
  let batch: IndexedBlob[] = []
  for await (const blobs of mergeIndexes(manifests.map(({ blobs: { file } }) => readIndex(place, file)))) {
    batch.push(...blobs)
    if (batch.length < BATCH) continue
    await inParallel(batch, check)
    batch = []
  }
  await inParallel(batch, check)
  return { read, damaged }
}

function resultOf(
  from: string,
  {
    manifests,
    damaged,
    count,
    bytes,
  }: { manifests: Manifest[]; damaged: string[]; count: number; bytes: number },
): Result {
  const generations = manifests.map(manifest => ({
    generation: generationOf(manifest),
    createdAt: manifest.createdAt,
    rows: totalRows(manifest.database.tables),
    blobs: manifest.blobs.count,
    missing: manifest.blobs.missing,
    damaged: manifest.blobs.damaged,
    damagedRows: manifest.database.damaged.length,
  }))
  const lines = [
    ...generations.map(each => {
      const gaps = each.missing + each.damaged + each.damagedRows
      const lacks = gaps > 0 ? `, and lacked ${gaps} of the instance when it was made` : ''
      const size = `${formatCount(each.rows, 'row')}, ${formatCount(each.blobs, 'blob')}`
      return `${each.generation}  ${size}${lacks}`
    }),
    `${formatCount(manifests.length, 'backup')} with ${formatCount(count, 'blob')} (${formatBytes(bytes)})` +
      (damaged.length === 0
        ? ': every checksum is correct'
        : `: ${formatCount(damaged.length, 'file')} missing or damaged: ${listFirst(damaged)}`),
  ]
  return {
    exitCode: damaged.length === 0 ? 0 : 1,
    text: lines.join('\n'),
    data: { from, generations, blobs: { count, bytes }, damaged },
  }
}
