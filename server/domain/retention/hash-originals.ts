import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { db, lockNothing, writeUnguarded } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import { hashOfBlob } from '~~/server/domain/artifact/blob-hash'
import { log } from '~~/server/process/log'
import { isUnavailable } from '~~/server/errors/unavailable'

const PAGE = 100
const GIB = 1024 ** 3
/**
 * The maximum number of bytes of originals that one sweep reads. The next sweep continues with the others.
 */
const MAX_BYTES = 10 * GIB

/**
 * The greatest id of the revisions that this process has checked. Ids ascend with time, and new originals are
 * stored with their hashes, so revisions up to this id are not checked again.
 */
let visitedId = ''

const columns = {
  id: revision.id,
  bytes: revision.bytes,
  originalKey: revision.originalKey,
  originalHash: revision.originalHash,
  posterOriginalKey: revision.posterOriginalKey,
  posterOriginalHash: revision.posterOriginalHash,
}
type Row = Pick<typeof revision.$inferSelect, keyof typeof columns>

/**
 * Adds the SHA-256 of originals that versions before 1.0 stored without a hash. If an original cannot be
 * read, logs the error and leaves the row unchanged. Returns the number of revisions that got a hash.
 *
 * Remove this file, and its call in sweep.ts, with the first version that does not open databases of versions
 * before 1.0: all rows then have hashes.
 */
export async function hashOriginals(maxBytes = MAX_BYTES): Promise<number> {
  let read = 0
  let hashed = 0
  for (;;) {
    const rows = await db
      .select(columns)
      .from(revision)
      .where(gt(revision.id, visitedId))
      .orderBy(asc(revision.id))
      .limit(PAGE)
    for (const row of rows) {
      if (read >= maxBytes) return hashed
      if (lacksHash(row)) {
        read += row.bytes
        if (await addHashes(row)) hashed += 1
      }
      visitedId = row.id
    }
    if (rows.length < PAGE) return hashed
    // Lets other work run: if all rows of a page have hashes, the loop awaits nothing except the query.
    await nextTurn()
  }
}

const lacksHash = (row: Row) =>
  (row.originalKey !== null && row.originalHash === null) ||
  (row.posterOriginalKey !== null && row.posterOriginalHash === null)

async function addHashes(row: Row): Promise<boolean> {
  const { id, bytes, originalKey, posterOriginalKey } = row
  const original = row.originalHash === null && originalKey !== null && (await hashOf(id, originalKey, bytes))
  const poster =
    row.posterOriginalHash === null && posterOriginalKey !== null && (await hashOf(id, posterOriginalKey))
  if (!original && !poster) return false
  await writeUnguarded(async tx => {
    lockNothing()
    // The conditions make sure that no redaction or deletion has replaced the key since the row was read.
    if (original)
      await tx
        .update(revision)
        .set({ originalHash: original })
        .where(and(eq(revision.id, id), eq(revision.originalKey, originalKey), isNull(revision.originalHash)))
    if (poster)
      await tx
        .update(revision)
        .set({ posterOriginalHash: poster })
        .where(and(eq(revision.id, id), eq(revision.posterOriginalKey, posterOriginalKey)))
  })
  return true
}

async function hashOf(revisionId: string, key: string, bytes?: number): Promise<string | null> {
  try {
    return await hashOfBlob(key, bytes)
  } catch (error) {
    if (isUnavailable(error)) throw error
    log.error('an original cannot be read', { revision: revisionId, error })
    return null
  }
}
