import { randomUUID } from 'node:crypto'
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A lock file that is older than this, in milliseconds, belongs to a process that was killed: a process holds
 * it for milliseconds only.
 */
const STALE_MS = 10_000
const RETRY_MS = 20

/**
 * Runs a function while no other process holds the lock file. The folder of the file must exist. Throws the
 * error of the system if the file cannot be created.
 */
export async function withFileLock<T>(file: string, run: () => Promise<T>): Promise<T> {
  while (!(await create(file))) {
    await removeStale(file)
    await sleep(RETRY_MS)
  }
  try {
    return await run()
  } finally {
    await rm(file, { force: true })
  }
}

/** Creates the lock file. Returns false if it exists. */
async function create(file: string): Promise<boolean> {
  try {
    await writeFile(file, '', { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Removes a stale lock file. If several processes find it at the same time, renaming succeeds in only one of
 * them. That one waits before it creates its own, which the others could otherwise rename.
 */
async function removeStale(file: string): Promise<void> {
  const found = await stat(file).catch(() => null)
  // A time in the future is from before the clock was set back.
  if (!found || Math.abs(Date.now() - found.mtimeMs) < STALE_MS) return
  const stale = `${file}.${randomUUID()}`
  await rename(file, stale).catch(() => {})
  await rm(stale, { force: true })
}
