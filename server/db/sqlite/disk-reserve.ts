import { randomBytes } from 'node:crypto'
import { appendFile, rm, stat, truncate } from 'node:fs/promises'
import pLimit from 'p-limit'
import { isOutOfSpace } from '~~/server/errors/out-of-space'
import type { Reserve } from '../engine'

/** The size of the reserve in bytes. It is enough for SQLite's log of a large deletion. */
const RESERVE_BYTES = 4 * 1024 * 1024
/**
 * The size in bytes of the part that is released at a time. It is small, because another program can take the
 * released space.
 */
const PART_BYTES = 1024 * 1024

/**
 * Reserves disk space with a file next to the database. On a full disk, even a DELETE needs some space for
 * SQLite's log; making the file smaller frees that space. The functions wait for each other: a file that is
 * removed while it is being written would take the space until it is closed.
 */
export function createDiskReserve(file: string): Reserve {
  const oneAtATime = pLimit(1)

  const sizeOf = () =>
    stat(file).then(
      found => found.size,
      () => 0,
    )

  async function allocate(): Promise<void> {
    const missing = RESERVE_BYTES - (await sizeOf())
    if (missing <= 0) return
    // The bytes are random, because some file systems allocate no space for zeros. On a full disk, the part
    // of the file that was written remains. Later calls only append to it: writing the file again would free
    // its space for a moment, and another program could take it.
    await appendFile(file, randomBytes(missing), { mode: 0o600, flush: true }).catch(() => {})
  }

  async function release(): Promise<boolean> {
    const size = await sizeOf()
    if (size > PART_BYTES) await truncate(file, size - PART_BYTES)
    else await rm(file, { force: true })
    return size > 0
  }

  return {
    allocate: () => oneAtATime(allocate),
    release: () => oneAtATime(release),
    use: run =>
      oneAtATime(async () => {
        try {
          for (;;) {
            const isReleased = await release()
            try {
              return await run()
            } catch (error) {
              if (!isOutOfSpace(error) || !isReleased) throw error
            }
          }
        } finally {
          await allocate()
        }
      }),
  }
}
