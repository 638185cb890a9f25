import { randomBytes } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'

/** Room for the log of a large removal. */
const BYTES = 4 * 1024 * 1024

export interface Reserve {
  /** Sets the room aside, or as much as there is. */
  keep: () => Promise<void>
  release: () => Promise<void>
}

/**
 * Room set aside beside the database: at a full disk even a DELETE needs some, and nothing else could make
 * any.
 */
export function openReserve(file: string): Reserve {
  return {
    async keep() {
      const held = await stat(file).catch(() => null)
      if (held?.size === BYTES) return
      // Random, for file systems that store no zeros. What fits before the disk is full is kept.
      await writeFile(file, randomBytes(BYTES), { mode: 0o600, flush: true }).catch(() => {})
    },
    release: () => rm(file, { force: true }),
  }
}
