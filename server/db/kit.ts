import { integer, index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * The columns the schema is made of. Another database stands behind the same schema by giving a kit whose
 * builders are cast to these types (booleans, instants in epoch milliseconds and JSON have one TypeScript
 * type on all).
 */
export const sqliteKit = {
  table: sqliteTable,
  text: (name: string) => text(name),
  int: (name: string) => integer(name),
  bool: (name: string) => integer(name, { mode: 'boolean' }),
  /** An instant: epoch milliseconds. */
  time: (name: string) => integer(name),
  /** An instant as the Date that better-auth expects. */
  date: (name: string) => integer(name, { mode: 'timestamp_ms' }),
  json: <T>(name: string) => text(name, { mode: 'json' }).$type<T>(),
  oneOf: <const T extends readonly [string, ...string[]]>(name: string, values: T) =>
    text(name, { enum: values as unknown as [T[number], ...T[number][]] }),
  index,
  uniqueIndex,
  primaryKey,
}

export type Kit = typeof sqliteKit
