import type Database from 'better-sqlite3'
import { LRUCache } from 'lru-cache'

/**
 * The largest number of statements that a connection caches. Without a limit, statements for lists of
 * different lengths would fill the memory.
 */
const MAX_STATEMENTS = 500

/** The methods of a statement that Drizzle uses. */
type Statement = Pick<Database.Statement, 'run' | 'all' | 'get' | 'raw'>

/**
 * Returns the methods of a connection that Drizzle uses. They compile each SQL text once and cache the 500
 * most recently used statements. A statement of better-sqlite3 stays in the mode that `raw()` switches it to,
 * so each text has one statement for each of the two modes. `beforeUse` is called before a statement is run.
 *
 * Without the cache, a query that is not prepared would be compiled at each use. Measured: with the cache,
 * such a query is built and run 1.1 to 1.5 times as fast (tests/bench/drizzle.bench.ts). Without the cache,
 * creating a review and declaring an upload take 1.2 times the processor time. The cache makes no difference
 * for requests whose queries are all prepared (server/db/prepared.ts), such as a comment or the inbox. Remove
 * the cache when the queries of all frequent requests are prepared, or when Drizzle 1 caches compiled
 * statements.
 */
export function cacheStatements(
  connection: Database.Database,
  beforeUse = () => {},
): {
  prepare: (sql: string) => Statement
  transaction: Database.Database['transaction']
} {
  const cache = new LRUCache<string, Statement>({ max: MAX_STATEMENTS })
  return {
    transaction: connection.transaction.bind(connection),
    prepare(sql) {
      const known = cache.get(sql)
      if (known) return known
      const statement = createStatement(connection, sql, beforeUse)
      cache.set(sql, statement)
      return statement
    },
  }
}

function createStatement(connection: Database.Database, text: string, beforeUse: () => void): Statement {
  const sql = planForAnyValue(text)
  let plain: Database.Statement | undefined
  let raw: Database.Statement | undefined
  const inPlainMode = () => {
    plain ??= connection.prepare(sql)
    beforeUse()
    return plain
  }
  return {
    run: (...values) => inPlainMode().run(...values),
    all: (...values) => inPlainMode().all(...values),
    get: (...values) => inPlainMode().get(...values),
    raw() {
      raw ??= connection.prepare(sql).raw()
      beforeUse()
      return raw
    },
  }
}

/**
 * Returns SQL whose query plan does not depend on the values of its parameters: each `?` gets a unary plus,
 * which changes no value and no comparison. Without the plus, SQLite compiles a statement with a join again
 * at each execution, since a different plan could be better for another value. Reading a review with project
 * and workspace is then five times as slow (tests/bench/drizzle.bench.ts). The SQLite option that prevents
 * the repeated compilation, SQLITE_DBCONFIG_ENABLE_QPSG (https://sqlite.org/c3ref/c_dbconfig_defensive.html),
 * cannot be set from JavaScript.
 */
function planForAnyValue(sql: string): string {
  return sql.replace(/([=<>]) \?/g, '$1 +?')
}
