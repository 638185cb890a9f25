import { z } from 'zod'
import { OperateError } from '../fault'
import { readLines } from './lines'
import type { BackupPlace } from './place'

/**
 * A line of the blob index of a backup. `rowId` is the id of the row that contains the blob key. The lines
 * are sorted by `rowId`.
 */
const IndexedBlob = z
  .object({
    key: z.string(),
    rowId: z.string().optional(),
    /**
     * The name of `rowId` in earlier versions. In the backups of these versions, only rows of revisions
     * contain blob keys.
     */
    revisionId: z.string().optional(),
    bytes: z.int().min(0),
    sha256: z.string(),
  })
  .transform(({ rowId, revisionId = '', ...blob }) => ({ ...blob, rowId: rowId ?? revisionId }))
export type IndexedBlob = z.infer<typeof IndexedBlob>

/** Yields the blobs of an index. Throws an OperateError if the index is missing or has a damaged line. */
export async function* readIndex(place: BackupPlace, file: string): AsyncGenerator<IndexedBlob> {
  const stream = await place.stream(file)
  if (!stream) throw new OperateError(`${place.name} lacks ${file}; use another backup`)
  let last = ''
  for await (const line of readLines(file, stream)) {
    const blob = parse(line)
    if (!blob || blob.rowId < last)
      throw new OperateError(`${file} of ${place.name} is damaged; use another backup`)
    last = blob.rowId
    yield blob
  }
}

/**
 * Yields the blobs of an index. Stops without an error at the first damaged line, because the backup that
 * wrote the index may have been interrupted.
 */
export async function* readUnfinished(place: BackupPlace, file: string): AsyncGenerator<IndexedBlob> {
  const stream = await place.stream(file)
  if (!stream) return
  let last = ''
  for await (const line of readLines(file, stream)) {
    const blob = parse(line)
    if (!blob || blob.rowId < last) return
    last = blob.rowId
    yield blob
  }
}

function parse(line: string): IndexedBlob | undefined {
  try {
    return IndexedBlob.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

/** A blob that one or more of several indexes contain. */
export interface SharedBlob extends IndexedBlob {
  /**
   * The numbers of the indexes that contain the blob, in ascending order. The other fields are from the last
   * of these indexes.
   */
  of: number[]
}

/**
 * Merges several indexes. Yields their blobs in groups, one group for each row, so that only one group is in
 * memory.
 */
export async function* mergeIndexes(indexes: AsyncGenerator<IndexedBlob>[]): AsyncGenerator<SharedBlob[]> {
  const heads = await Promise.all(indexes.map(index => index.next()))
  try {
    for (;;) {
      const rowIds = heads.flatMap(head => (head.done ? [] : head.value.rowId))
      const rowId = rowIds.reduce((least, each) => (each < least ? each : least), rowIds[0] ?? '')
      if (rowIds.length === 0) return
      const found = new Map<string, SharedBlob>()
      for (const [position, index] of indexes.entries()) {
        for (let head = heads[position]; head && !head.done && head.value.rowId === rowId;) {
          const of = found.get(head.value.key)?.of ?? []
          found.set(head.value.key, { ...head.value, of: [...of, position] })
          head = heads[position] = await index.next()
        }
      }
      yield [...found.values()]
    }
  } finally {
    for (const index of indexes) await index.return(undefined)
  }
}

/** The blobs that earlier backups copied to the same folder or bucket, including interrupted backups. */
export interface EarlierBlobs {
  /**
   * Returns the blobs of all rows whose id is at most `rowId`, except the blobs that earlier calls returned.
   * Each call must have a larger id than the previous call.
   */
  upTo: (rowId: string) => Promise<Map<string, IndexedBlob>>
  close: () => Promise<void>
}

/** Reads several indexes at the same time, so that only the blobs of a few rows are in memory. */
export function readEarlierBlobs(place: BackupPlace, files: string[]): EarlierBlobs {
  const rows = mergeIndexes(files.map(file => readUnfinished(place, file)))
  let next: IteratorResult<SharedBlob[], void> | undefined
  return {
    async upTo(rowId) {
      const found = new Map<string, IndexedBlob>()
      for (;;) {
        next ??= await rows.next()
        if (next.done || (next.value[0]?.rowId ?? '') > rowId) return found
        for (const blob of next.value) found.set(blob.key, blob)
        next = undefined
      }
    },
    close: async () => void (await rows.return(undefined)),
  }
}
