import { integer, index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * The column builders of the schema for SQLite. The kit for PostgreSQL (server/db/postgres/kit.ts) is cast to
 * the same type: the columns for booleans, times and JSON have the same TypeScript types with both.
 */
export const sqliteKit = {
  table: sqliteTable,
  /** Text that is compared and sorted by its bytes. */
  text: (name: string) => text(name),
  int: (name: string) => integer(name),
  /** A whole number that may have more than 32 bits, such as a number of bytes. */
  size: (name: string) => integer(name),
  bool: (name: string) => integer(name, { mode: 'boolean' }),
  /** A time in epoch milliseconds. */
  time: (name: string) => integer(name),
  /** A time as a Date object, because better-auth expects this type. */
  date: (name: string) => integer(name, { mode: 'timestamp_ms' }),
  json: <T>(name: string) => text(name, { mode: 'json' }).$type<T>(),
  oneOf: <const T extends readonly [string, ...string[]]>(name: string, values: T) =>
    text(name, { enum: values as unknown as [T[number], ...T[number][]] }),
  index,
  uniqueIndex,
  primaryKey,
}

export type Kit = typeof sqliteKit
