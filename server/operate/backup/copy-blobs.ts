import type { BlobDriver } from '~~/server/storage/driver'
import type { ReferencedBlob } from '~~/server/storage/referenced-blobs'
import { copyBlob, inParallel, checksumOfBlob, type BlobSum } from '../blobs/copy'
import { formatBytes, formatCount } from '../format'
import type { Progress } from '../progress'
import type { EarlierBlobs, IndexedBlob } from './blob-index'
import type { LineWriter } from './lines'

interface Stores {
  source: BlobDriver
  /** The blob store of the backup. */
  target: BlobDriver
}

export interface CopiedBlobs {
  count: number
  bytes: number
  /** The blobs that were copied. Other blobs were already in the backup folder or bucket. */
  copied: { count: number; bytes: number }
  /** The blobs that are missing in the blob store of the instance. */
  missing: ReferencedBlob[]
  /** The blobs whose bytes do not match the SHA-256 in their row. They are copied unchanged. */
  damaged: ReferencedBlob[]
}

/**
 * Copies the blobs that the backup folder or bucket does not contain yet, and writes the index of all blobs.
 * The bytes of a stored blob never change, so a blob with the right size and checksum is not copied again.
 */
export async function copyReferencedBlobs(
  pages: AsyncIterable<ReferencedBlob[]>,
  { source, target }: Stores,
  { earlier, index, progress }: { earlier: EarlierBlobs; index: LineWriter; progress: Progress },
): Promise<CopiedBlobs> {
  const copied = { count: 0, bytes: 0 }
  const result: CopiedBlobs = { count: 0, bytes: 0, copied, missing: [], damaged: [] }

  async function back(blob: ReferencedBlob, known: IndexedBlob | undefined): Promise<BlobSum | null> {
    const present = await presentSum(target, blob, known)
    const sum = present && isRight(blob, present) ? present : ((await copy(blob)) ?? present)
    if (!sum) {
      result.missing.push(blob)
      return null
    }
    if (!isRight(blob, sum)) result.damaged.push(blob)
    result.count += 1
    result.bytes += sum.bytes
    const news = `${copied.count.toLocaleString('en')} copied (${formatBytes(copied.bytes)})`
    progress.update(`blobs: ${formatCount(result.count, 'blob')} (${formatBytes(result.bytes)}), ${news}`)
    return sum
  }

  async function copy({ key }: ReferencedBlob): Promise<BlobSum | null> {
    const sum = await copyBlob(source, target, key)
    if (!sum) return null
    copied.count += 1
    copied.bytes += sum.bytes
    return sum
  }

  for await (const blobs of pages) {
    const last = blobs.at(-1)
    if (!last) continue
    const known = await earlier.upTo(last.rowId)
    const sums = await inParallel(blobs, blob => back(blob, known.get(blob.key)))
    const lines = blobs.flatMap(({ key, rowId }, position) => {
      const sum = sums[position]
      if (!sum) return []
      return JSON.stringify({ key, rowId, bytes: sum.bytes, sha256: sum.sha256 } satisfies IndexedBlob)
    })
    if (lines.length > 0) await index.write(lines)
  }
  return result
}

/**
 * Returns whether a blob has the checksum that its row states. Returns true if the row states no checksum.
 */
const isRight = (blob: ReferencedBlob, sum: BlobSum) => blob.sha256 === null || blob.sha256 === sum.sha256

/**
 * Returns the size and checksum of a blob that is already in the backup; null if it is missing there or has
 * another size.
 */
async function presentSum(
  target: BlobDriver,
  { key, bytes }: ReferencedBlob,
  known: IndexedBlob | undefined,
): Promise<BlobSum | null> {
  const present = await target.getMeta(key)
  if (!present || present.size !== (known?.bytes ?? bytes)) return null
  return known ?? checksumOfBlob(target, key)
}
