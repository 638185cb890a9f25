import { sql, type Column, type SQL } from 'drizzle-orm'

/**
 * Converts only ASCII letters to lower case. `lower` of SQLite does the same, and also `lower` of PostgreSQL
 * if the text of the column is compared by its bytes.
 */
export const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, letter => letter.toLowerCase())

/** Returns the condition that a column contains a text, ignoring the case of ASCII letters. */
export function contains(column: Column, text: string): SQL {
  const pattern = `%${lowerAscii(text).replace(/[\\%_]/g, '\\$&')}%`
  return sql`lower(${column}) like ${pattern} escape '\\'`
}
