import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type { schema } from './schema'
import type { Write } from './write'

/** A Drizzle connection or transaction with the tables of schema.ts: what queries run on. */
export type Db = BetterSQLite3Database<typeof schema>

/** Files of the `drizzle/` folder by their path in it, as drizzle-kit generated them. */
export type Migrations = Record<string, string>

/** Disk space reserved for removals, which need some even on a full disk. */
export interface Reserve {
  /** Allocates the space, or as much of it as is free. */
  allocate: () => Promise<void>
  release: () => Promise<void>
}

/** An open database, migrated to the current schema. */
export interface OpenDatabase {
  /** Read-only: a change through it throws. */
  db: Db
  write: Write<Db>
  reserve: Reserve
  close: () => void
}
