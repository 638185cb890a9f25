import { join } from 'node:path'
import { z } from 'zod'
import { OperateError } from '../fault'
import { readLines } from './lines'

/** A blob in a backup. The index is sorted by `revisionId`. */
const IndexedBlob = z.object({
  key: z.string(),
  revisionId: z.string(),
  bytes: z.int().min(0),
  sha256: z.string(),
})
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
   * Returns those of the revisions up to an id, without what earlier calls returned: ids must ascend. All
   * that are left without an id.
   */
  upTo: (revisionId?: string) => Promise<Map<string, IndexedBlob>>
  close: () => Promise<void>
}

/** Reads several indexes side by side, so that only the blobs of a page of revisions are in memory. */
export function readEarlierBlobs(folder: string, files: string[]): EarlierBlobs {
  const indexes = files.map(file => ({
    blobs: readUnfinished(folder, file),
    next: undefined as IndexedBlob | null | undefined,
  }))
  return {
    async upTo(revisionId) {
      const found = new Map<string, IndexedBlob>()
      for (const index of indexes) {
        for (;;) {
          if (index.next === undefined) {
            const read = await index.blobs.next()
            index.next = read.done ? null : read.value
          }
          if (!index.next || (revisionId !== undefined && index.next.revisionId > revisionId)) break
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
