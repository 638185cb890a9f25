import { randomBytes } from 'node:crypto'
import { rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const BYTES = 16 * 1024 * 1024

/**
 * Keeps a file that holds some room free: on a full disk SQLite cannot even delete, so the reserve is given up then.
 * Made anew once there is twice its room. Answers whether it is there.
 */
export async function keepReserve(folder: string): Promise<boolean> {
  const path = join(folder, 'reserve')
  const present = await stat(path).catch(() => null)
  if (present?.size === BYTES) return true
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < 2 * BYTES) return false
  // Random, so that no file system packs it.
  await writeFile(path, randomBytes(BYTES), { mode: 0o600, flush: true })
  return true
}

/** Gives the reserve up, so that what frees room can be written. Answers whether there was one. */
export async function releaseReserve(folder: string): Promise<boolean> {
  const path = join(folder, 'reserve')
  if (!await stat(path).catch(() => null)) return false
  await rm(path, { force: true })
  return true
}
