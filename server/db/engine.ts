import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type { Pool } from 'pg'
import type { schema } from './schema'
import type { Write } from './write'

/**
 * A Drizzle connection or transaction with the tables of schema.ts: what queries run on. Its type is that of
 * SQLite; on PostgreSQL the same methods exist, and await works for both. `all`, `get` and `run` do not.
 */
export type Db = BetterSQLite3Database<typeof schema>

/** Files of the database's folder in `drizzle/` by their path in it, as drizzle-kit generated them. */
export type Migrations = Record<string, string>

/** Receives what the operator should know of the opening of a database, for the log. */
export type Notice = (message: string, detail: Record<string, unknown>) => void

/** Disk space reserved for removals, which need some even on a full disk. */
export interface Reserve {
  /** Allocates the space, or as much of it as is free. */
  allocate: () => Promise<void>
  /** Returns whether there was some. */
  release: () => Promise<boolean>
}

/**
 * Events between the processes that share a database. A message may get lost: receivers also look by
 * themselves.
 */
export interface Notifications {
  /** Sends a topic to the other processes. */
  send: (topic: string) => void
  /**
   * Receives the topics of other processes. `onReconnect`: messages may have been lost before, and from now
   * on none are.
   */
  listen: (handlers: { onTopic: (topic: string) => void; onReconnect: () => void }) => void
  stop: () => void
}

/** An open database, migrated to the current schema. */
export interface OpenDatabase {
  /** Read-only: a change through it throws. */
  db: Db
  write: Write<Db>
  reserve: Reserve
  /** Runs functions that share a name one at a time in all processes that share the database. */
  runExclusive: <T>(name: string, run: () => Promise<T>) => Promise<T>
  /** Throws where the database takes no writes at the moment, such as a standby. */
  checkWritable: () => Promise<void>
  /** Gives space back that the database does not need. Skipped while it is in use. */
  compact: () => Promise<void>
  /** null where one process has the database to itself. */
  notifications: Notifications | null
  /** The connections of PostgreSQL, for libraries with queries of their own; null on SQLite. */
  pool: Pool | null
  close: () => Promise<void>
}
