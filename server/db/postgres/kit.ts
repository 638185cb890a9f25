import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Kit } from '../tables/kit'

/** Text that is compared and sorted by its bytes, as on SQLite. The collation of the database is ignored. */
const bytewiseText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

/**
 * The column builders for PostgreSQL. Their classes differ from the classes of the builders for SQLite, but
 * they have all methods that the schema and the queries use.
 */
export const postgresKit = {
  table: pgTable,
  text: (name: string) => bytewiseText(name),
  int: (name: string) => integer(name),
  size: (name: string) => bigint(name, { mode: 'number' }),
  bool: (name: string) => boolean(name),
  time: (name: string) => bigint(name, { mode: 'number' }),
  date: (name: string) => timestamp(name, { withTimezone: true, precision: 3 }),
  // `json` stores the text unchanged; `jsonb` would change the order of the keys.
  json: (name: string) => json(name),
  oneOf: (name: string) => bytewiseText(name),
  index,
  uniqueIndex,
  primaryKey,
} as unknown as Kit
