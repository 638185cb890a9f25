import { randomBytes } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import type { Reserve } from '../engine'

/** Enough space for the log of a large removal. */
const RESERVE_BYTES = 4 * 1024 * 1024

/**
 * A file next to the database that takes up space. On a full disk even a DELETE needs some for SQLite's log;
 * removing the file frees it.
 */
export function createDiskReserve(file: string): Reserve {
  return {
    async allocate() {
      const found = await stat(file).catch(() => null)
      if (found?.size === RESERVE_BYTES) return
      // Random bytes, for file systems that do not store zeros. On a full disk, part of the file remains.
      await writeFile(file, randomBytes(RESERVE_BYTES), { mode: 0o600, flush: true }).catch(() => {})
    },
    async release() {
      const found = await stat(file).catch(() => null)
      await rm(file, { force: true })
      return found !== null
    },
  }
}
