import { randomUUID } from 'node:crypto'
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The age in milliseconds after which a lock file is removed. A process holds the lock for milliseconds only,
 * so an older file belongs to a process that was killed.
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
 * them. That process waits before it creates its own lock file. Otherwise the other processes could rename
 * the new file.
 */
async function removeStale(file: string): Promise<void> {
  const found = await stat(file).catch(() => null)
  // A modification time far in the future also counts as stale: the clock was set back after the file was
  // created.
  if (!found || Math.abs(Date.now() - found.mtimeMs) < STALE_MS) return
  const stale = `${file}.${randomUUID()}`
  await rename(file, stale).catch(() => {})
  await rm(stale, { force: true })
}
