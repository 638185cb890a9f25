import { setTimeout as pause } from 'node:timers/promises'
import { hostname } from 'node:os'
import { OperateError } from '../fault'
import type { BackupPlace } from './place'

/** The file that marks the place of a backup: files in other places are never replaced or deleted. */
const MARKER = 'exhibit-backup.txt'
const MARKER_TEXT =
  'Backups of Exhibit, written by "npm run backup". The newest is complete if manifest.json exists.\n' +
  'They contain everything that people stored: keep them private.\n'
const LOCK = 'lock'
/** An empty lock that is older than this belongs to a process that was killed. */
const EMPTY_LOCK_MS = 1000

/**
 * Takes an empty place for backups, or continues with one that has some, and locks it. Returns a function
 * that unlocks it. Throws an OperateError for a place with other files, and while another backup uses it.
 */
export async function lockPlace(place: BackupPlace): Promise<() => Promise<void>> {
  const names = await place.list()
  if (names.length > 0 && !names.includes(MARKER))
    throw new OperateError(`${place.name} has other files; name an empty place, or that of an earlier backup`)
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
 * Returns the process that holds a lock; null if the lock is missing or empty. A process writes to its lock
 * at once, so the owner of an empty lock was killed before it could.
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

/** Returns whether another process of this machine is running. */
function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
