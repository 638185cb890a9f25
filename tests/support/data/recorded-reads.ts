import Database from 'better-sqlite3'

/** A query that was run with SQLite. */
export interface RecordedRead {
  text: string
  rows: number
}

/** Runs a function. Returns the queries that SQLite ran until it resolved, with the number of their rows. */
export async function recordReads(run: () => Promise<unknown>): Promise<RecordedRead[]> {
  const memory = new Database(':memory:')
  const prototype = Object.getPrototypeOf(memory.prepare('select 1')) as Database.Statement
  memory.close()
  const { all } = prototype
  const reads: RecordedRead[] = []
  prototype.all = function (this: Database.Statement, ...values: unknown[]) {
    const rows = all.apply(this, values)
    reads.push({ text: this.source, rows: rows.length })
    return rows
  }
  try {
    await run()
  } finally {
    prototype.all = all
  }
  return reads
}
