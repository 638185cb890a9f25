import { sql, type Column, type SQL } from 'drizzle-orm'

/**
 * Converts only ASCII letters to lower case, as `lower` of SQLite does. `lower` of PostgreSQL does the same
 * for columns with the collation `"C"`.
 */
export const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, letter => letter.toLowerCase())

/** Returns the condition that a column contains a text, ignoring the case of ASCII letters. */
export function contains(column: Column, text: string): SQL {
  const pattern = `%${lowerAscii(text).replace(/[\\%_]/g, '\\$&')}%`
  return sql`lower(${column}) like ${pattern} escape '\\'`
}
