import type Database from 'better-sqlite3'

/** The transactions in which a connection reads. */
export interface ReadTurns {
  /** To be called before each read: begins a transaction unless one is open. */
  begin: () => void
  /** Ends the open transaction, so that the next read sees commits since its start. */
  end: () => void
}

/**
 * Lets the reads of one turn of the event loop share a transaction, which ends with the turn: to begin and
 * end one takes longer than most reads. Writes of this process end it at their commit: the next read sees
 * what they changed, and SQLite can use its log again from the beginning.
 */
export function createReadTurns(connection: Database.Database): ReadTurns {
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
