import { setTimeout as pause } from 'node:timers/promises'
import { hostname } from 'node:os'
import { OperateError } from '../fault'
import type { BackupPlace } from './place'

/**
 * The file that marks a folder or bucket as one for backups. In a folder or bucket without this file, nothing
 * is replaced or deleted.
 */
const MARKER = 'exhibit-backup.txt'
const MARKER_TEXT =
  'Backups of Exhibit, written by "npm run backup". The newest is complete if manifest.json exists.\n' +
  'They contain everything that people stored: keep them private.\n'
const LOCK = 'lock'
/**
 * The time in milliseconds after which an empty lock file means that the process that created it was killed.
 */
const EMPTY_LOCK_MS = 1000

/**
 * Locks a backup folder or bucket. Returns a function that unlocks it. Throws an OperateError if another
 * backup is using it, or if it contains files but was never used for backups.
 */
export async function lockPlace(place: BackupPlace): Promise<() => Promise<void>> {
  const names = await place.list()
  if (names.length > 0 && !names.includes(MARKER))
    throw new OperateError(
      `${place.name} has other files; name an empty place, or the place of an earlier backup`,
    )
  if (names.length === 0) await place.create(MARKER, MARKER_TEXT)
  const own = `${process.pid} ${hostname()}`
  if (!(await place.create(LOCK, own))) {
    const holder = await holderOf(place)
    if (holder && (holder.host !== hostname() || isRunning(holder.pid)))
      throw new OperateError(
        `another backup (process ${holder.pid} on ${holder.host}) writes to ${place.name}; ` +
          `wait for it, or remove "${LOCK}" there when that process has ended`,
      )
    await place.write(LOCK, own)
  }
  return () => place.remove(LOCK)
}

/**
 * Returns the process that holds a lock; null if the lock is missing or empty. A process writes its id to the
 * lock immediately after it creates the lock. So if the lock stays empty, the process was killed before it
 * could write.
 */
async function holderOf(place: BackupPlace): Promise<{ pid: number; host: string } | null> {
  const end = performance.now() + EMPTY_LOCK_MS
  do {
    const [, pid, host] = /^(\d+) (\S+)$/.exec((await place.read(LOCK)) ?? '') ?? []
    if (pid !== undefined && host !== undefined) return { pid: Number(pid), host }
    await pause(20)
  } while (performance.now() < end)
  return null
}

/** Returns whether another process on this machine has this id. Returns false for the id of this process. */
function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
