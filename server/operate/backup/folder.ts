import { setTimeout as pause } from 'node:timers/promises'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { randomBytes } from 'node:crypto'
import type { BlobDriver } from '~~/server/storage/driver'
import { fsDriver } from '~~/server/storage/fs'
import { OperateError } from '../fault'

/** Marks the folder of a backup: files of other folders are never replaced or deleted. */
const MARKER = 'exhibit-backup.txt'
const MARKER_TEXT =
  'A backup of Exhibit, written by "npm run backup". It is whole when manifest.json exists.\n' +
  'It contains everything that people stored: keep it private.\n'
const LOCK = 'lock'
/** After this time, an empty lock is that of a process that was killed. */
const EMPTY_LOCK_MS = 1000

/** The blobs of a backup: a blob folder like that of a server. */
export const backupBlobs = (folder: string): BlobDriver => fsDriver({ folder: join(folder, 'blobs') })

/** Returns names of new files, which no earlier backup in the folder has. */
export function newFileNames(now = new Date()): { database: string; blobs: string } {
  const id = `${now.toISOString().replace(/\W/g, '').slice(0, 15)}-${randomBytes(3).toString('hex')}`
  return { database: `database-${id}.ndjson`, blobs: `blobs-${id}.ndjson` }
}

/** Returns the names of the files in a folder that hold rows, or an index of blobs. */
export async function dataFiles(folder: string, kind: 'database' | 'blobs'): Promise<string[]> {
  return (await readdir(folder))
    .filter(name => name.startsWith(`${kind}-`) && name.endsWith('.ndjson'))
    .sort()
}

/**
 * Creates the folder of a backup, or continues with that of an earlier one, and locks it. Returns the
 * function that unlocks it. Throws an OperateError for a folder with other files, for one inside the blob
 * store, and while another backup writes to it.
 */
export async function openBackupFolder(
  folder: string,
  blobFolder: string | null,
): Promise<() => Promise<void>> {
  if (blobFolder !== null && `${resolve(folder)}${sep}`.startsWith(`${blobFolder}${sep}`))
    throw new OperateError(`${folder} is in the blob store; name a folder elsewhere`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const names = await readdir(folder)
    if (names.length > 0 && !names.includes(MARKER))
      throw new OperateError(`${folder} has other files; name an empty folder, or that of an earlier backup`)
    if (names.length === 0) await writeFile(join(folder, MARKER), MARKER_TEXT, { mode: 0o600 })
    return await lock(join(folder, LOCK))
  } catch (error) {
    if (error instanceof OperateError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new OperateError(`${folder} is a file; a backup is a folder: name one`)
    throw new OperateError(`${folder} cannot be written (${code}); name a folder that you may write to`)
  }
}

async function lock(path: string): Promise<() => Promise<void>> {
  const own = `${process.pid} ${hostname()}`
  try {
    await writeFile(path, own, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = await holderOf(path)
    if (holder && (holder.host !== hostname() || isRunning(holder.pid)))
      throw new OperateError(
        `another backup (process ${holder.pid} on ${holder.host}) writes to this folder; ` +
          `wait for it, or remove ${path} when that process has ended`,
      )
    await writeFile(path, own)
  }
  return () => rm(path, { force: true })
}

/**
 * Returns the process that holds a lock; null for one that is gone or empty. A process writes to its lock at
 * once: that of an empty one was killed before it could.
 */
async function holderOf(path: string): Promise<{ pid: number; host: string } | null> {
  const end = performance.now() + EMPTY_LOCK_MS
  do {
    const [, pid, host] = /^(\d+) (\S+)$/.exec(await readLock(path)) ?? []
    if (pid !== undefined && host !== undefined) return { pid: Number(pid), host }
    await pause(20)
  } while (performance.now() < end)
  return null
}

async function readLock(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
}

/** Whether a process of this machine, other than this one, runs. */
function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
