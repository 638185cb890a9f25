import type Database from 'better-sqlite3'

/** Manages the transactions in which a connection reads. */
export interface ReadTransactions {
  /** Begins a transaction unless one is open. Call it before each read. */
  begin: () => void
  /** Ends the open transaction, so that the next read sees all changes that were committed before it. */
  end: () => void
}

/**
 * Lets the reads of one turn of the event loop share a transaction, because beginning and ending a
 * transaction takes longer than most reads. The transaction ends with the turn. A commit of this process ends
 * it earlier, so that the next read sees the change and SQLite can reuse its log from the beginning.
 */
export function createReadTransactions(connection: Database.Database): ReadTransactions {
  const [begin, commit] = [connection.prepare('BEGIN'), connection.prepare('COMMIT')]
  const end = () => {
    if (connection.open && connection.inTransaction) commit.run()
  }
  return {
    begin() {
      if (connection.inTransaction) return
      begin.run()
      setImmediate(end)
    },
    end,
  }
}
