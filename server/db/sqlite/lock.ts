import Database from 'better-sqlite3'

const WAIT_MS = 2000

/** Another process has locked the database. */
export class DatabaseInUseError extends Error {
  constructor() {
    super('another process uses the database')
    this.name = 'DatabaseInUseError'
  }
}

/**
 * Locks a database file against other processes: a server, or a command that needs exclusive access. The
 * queue of writes, the rate limits and the events for open pages are in the memory of one server. The lock is
 * SQLite's own lock on a separate file, held by an open transaction, since SQLite locks the database itself
 * only while it is read or written. The operating system releases it when the process ends, however it ends.
 * Returns a function that releases it. Throws {@link DatabaseInUseError}.
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
