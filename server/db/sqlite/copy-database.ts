import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { version } from '~~/server/process/version'
import { NoSpaceToMigrateError } from '../migrations'

/** The maximum number of copies of a database. If there are more, the oldest copies are deleted. */
const MAX_COPIES = 3
/**
 * The minimum space in bytes that a migration needs for SQLite's write-ahead log, in addition to the copy.
 */
const LOG_BYTES = 16 * 1024 * 1024

/** A copy of a database. */
export interface DatabaseCopy {
  path: string
  bytes: number
}

/**
 * Copies a database before it is migrated, to the file `….before-VERSION-TIME` in the same folder. VERSION is
 * the version of Exhibit that migrates the database. The copy has another name until it is complete. Deletes
 * all copies except the newest three. Throws NoSpaceToMigrateError if the disk has no space for the copy.
 */
export async function copyDatabase(connection: Database.Database, file: string): Promise<DatabaseCopy> {
  const folder = dirname(file)
  const unfinished = `${file}.copying`
  const remove = () => {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(unfinished + suffix, { force: true })
  }
  // Removes the incomplete copy of an earlier start that was killed.
  remove()
  const bytes = sizeOf(connection)
  assertSpace(folder, bytes + LOG_BYTES)
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const path = `${file}.before-${version}-${time}`
  try {
    await connection.backup(unfinished)
    chmodSync(unfinished, 0o600)
    renameSync(unfinished, path)
  } catch (error) {
    remove()
    throw error
  }
  syncFolder(folder)
  for (const name of copiesOf(file).slice(0, -MAX_COPIES)) rmSync(join(folder, name), { force: true })
  return { path, bytes }
}

function sizeOf(connection: Database.Database): number {
  const [pages, size] = ['page_count', 'page_size'].map(name => connection.pragma(name, { simple: true }))
  return Number(pages) * Number(size)
}

function assertSpace(folder: string, needed: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free < needed) throw new NoSpaceToMigrateError(needed, free)
}

/** Returns the names of the copies, oldest first. */
function copiesOf(file: string): string[] {
  const folder = dirname(file)
  const writtenAt = (name: string) => statSync(join(folder, name)).mtimeMs
  return readdirSync(folder)
    .filter(name => name.startsWith(`${basename(file)}.before-`) && !/-(?:journal|wal|shm)$/.test(name))
    .map(name => ({ name, at: writtenAt(name) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ name }) => name)
}

/** Syncs the entries of a folder to the disk, so that the new name of the copy is durable. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
