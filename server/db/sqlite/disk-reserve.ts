import { randomBytes } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import type { Reserve } from '../engine'

/** The size of the reserve. It is enough for SQLite's log of a large deletion. */
const RESERVE_BYTES = 4 * 1024 * 1024

/**
 * Reserves disk space with a file next to the database. On a full disk, even a DELETE needs some space for
 * SQLite's log; removing the file frees that space.
 */
export function createDiskReserve(file: string): Reserve {
  return {
    async allocate() {
      const found = await stat(file).catch(() => null)
      if (found?.size === RESERVE_BYTES) return
      // The bytes are random, because some file systems allocate no space for zeros. On a full disk, the part
      // of the file that was written remains.
      await writeFile(file, randomBytes(RESERVE_BYTES), { mode: 0o600, flush: true }).catch(() => {})
    },
    async release() {
      const found = await stat(file).catch(() => null)
      await rm(file, { force: true })
      return found !== null
    },
  }
}
