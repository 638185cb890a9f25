import Database from 'better-sqlite3'

const WAIT_MS = 2000

/** Thrown if another process has locked the database. */
export class DatabaseInUseError extends Error {
  constructor() {
    super('another process uses the database')
    this.name = 'DatabaseInUseError'
  }
}

/**
 * Locks a database file against other processes: a second server, or a command that needs exclusive access.
 * One process must have the database for itself, because the queue of writes, the rate limits and the events
 * for open pages are in its memory. The lock is a transaction that stays open in a separate SQLite file,
 * since SQLite locks the database itself only during reads and writes. The operating system releases the lock
 * when the process ends, even after a crash. Returns a function that releases the lock. Throws {@link
 * DatabaseInUseError} if another process holds the lock.
 */
export function lockDatabase(file: string): () => void {
  const connection = new Database(`${file}.lock`, { timeout: WAIT_MS })
  try {
    connection.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    connection.close()
    const isBusy = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
    throw isBusy ? new DatabaseInUseError() : error
  }
  return () => connection.close()
}
