import { join } from 'node:path'
import { z } from 'zod'
import { OperateError } from '../fault'
import { readLines } from './lines'

/** A blob in a backup. The index is sorted by `rowId`, the id of the row that names it. */
const IndexedBlob = z
  .object({
    key: z.string(),
    rowId: z.string().optional(),
    /** As earlier versions call it: in their backups only revisions name blobs. */
    revisionId: z.string().optional(),
    bytes: z.int().min(0),
    sha256: z.string(),
  })
  .transform(({ rowId, revisionId = '', ...blob }) => ({ ...blob, rowId: rowId ?? revisionId }))
export type IndexedBlob = z.infer<typeof IndexedBlob>

/** Yields the blobs of an index. Throws an OperateError for a damaged line. */
export async function* readIndex(folder: string, file: string): AsyncGenerator<IndexedBlob> {
  for await (const line of readLines(join(folder, file))) {
    const blob = parse(line)
    if (!blob) throw new OperateError(`${join(folder, file)} is damaged; use another backup`)
    yield blob
  }
}

/** Yields the blobs of an index that a killed backup may have left: ends at the first damaged line. */
async function* readUnfinished(folder: string, file: string): AsyncGenerator<IndexedBlob> {
  for await (const line of readLines(join(folder, file))) {
    const blob = parse(line)
    if (!blob) return
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

/** The blobs that earlier backups in a folder copied, whole ones and interrupted ones. */
export interface EarlierBlobs {
  /**
   * Returns those of the rows up to an id, without what earlier calls returned: ids must ascend. All that are
   * left without an id.
   */
  upTo: (rowId?: string) => Promise<Map<string, IndexedBlob>>
  close: () => Promise<void>
}

/** Reads several indexes side by side, so that only the blobs of a page of rows are in memory. */
export function readEarlierBlobs(folder: string, files: string[]): EarlierBlobs {
  const indexes = files.map(file => ({
    blobs: readUnfinished(folder, file),
    next: undefined as IndexedBlob | null | undefined,
  }))
  return {
    async upTo(rowId) {
      const found = new Map<string, IndexedBlob>()
      for (const index of indexes) {
        for (;;) {
          if (index.next === undefined) {
            const read = await index.blobs.next()
            index.next = read.done ? null : read.value
          }
          if (!index.next || (rowId !== undefined && index.next.rowId > rowId)) break
          found.set(index.next.key, index.next)
          index.next = undefined
        }
      }
      return found
    },
    async close() {
      for (const { blobs } of indexes) await blobs.return(undefined)
    },
  }
}
