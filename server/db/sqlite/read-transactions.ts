import type Database from 'better-sqlite3'

/** The transactions that a connection reads in. */
export interface ReadTransactions {
  /** Begins a transaction unless one is open. Call it before each read. */
  begin: () => void
  /** Ends the open transaction, so that the next read sees commits made since its start. */
  end: () => void
}

/**
 * Lets the reads of one turn of the event loop share a transaction, which ends with the turn: beginning and
 * ending one takes longer than most reads. Writes of this process end it at their commit, so that the next
 * read sees their changes and SQLite can reuse its log from the beginning.
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
