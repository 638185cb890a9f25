import type { BlobDriver } from '~~/server/storage/driver'
import { copyBlob, inParallel } from '../blobs/copy'
import { referencedBlobsOf } from '../blobs/referenced'
import { OperateError } from '../fault'
import { formatBytes, formatCount } from '../format'
import type { Snapshot } from '../instance/snapshot'
import type { Progress } from '../progress'

export interface MovedBlobs {
  count: number
  bytes: number
  /** The number of blobs that were copied. The target already contained the other blobs. */
  copied: number
  /** The number of blobs that are missing in the source. */
  missing: number
  /** The keys of blobs whose bytes do not match the SHA-256 in their row. They are copied unchanged. */
  damaged: string[]
}

/**
 * Copies all blobs whose keys are in a database to another store. Then compares the size of each blob in both
 * stores.
 */
export async function moveBlobs(
  { db, tables }: Snapshot,
  source: BlobDriver,
  target: BlobDriver,
  progress: Progress,
): Promise<MovedBlobs> {
  const result: MovedBlobs = { count: 0, bytes: 0, copied: 0, missing: 0, damaged: [] }
  for await (const blobs of referencedBlobsOf(db, tables)) {
    await inParallel(blobs, async ({ key, sha256 }) => {
      const [from, present] = [await source.getMeta(key), await target.getMeta(key)]
      const sum = from && present?.size !== from.size ? await copyBlob(source, target, key) : null
      if (sum) result.copied += 1
      if (sum && sha256 !== null && sum.sha256 !== sha256) result.damaged.push(key)
      result.count += 1
      const copied = `${result.copied.toLocaleString('en')} copied`
      progress.update(`blobs: ${formatCount(result.count, 'blob')}, ${copied}`)
    })
  }
  result.count = 0
  for await (const blobs of referencedBlobsOf(db, tables)) {
    await inParallel(blobs, async ({ key }) => {
      const [from, to] = [await source.getMeta(key), await target.getMeta(key)]
      if (from?.size !== to?.size)
        throw new OperateError(`--blobs: ${key} was not stored as it was sent; run the move again`)
      if (!to) result.missing += 1
      else {
        result.count += 1
        result.bytes += to.size
      }
      progress.update(`blobs: ${formatCount(result.count, 'blob')} compared (${formatBytes(result.bytes)})`)
    })
  }
  return result
}
