import { sql, type Column, type SQL } from 'drizzle-orm'

/**
 * Returns the condition that a column contains a text, ignoring the case of ASCII letters. `lower` converts
 * only these letters in SQLite, and also in PostgreSQL if the text of the column is compared by its bytes.
 */
export function contains(column: Column, text: string): SQL {
  const lower = text.replace(/[A-Z]/g, letter => letter.toLowerCase())
  const pattern = `%${lower.replace(/[\\%_]/g, '\\$&')}%`
  return sql`lower(${column}) like ${pattern} escape '\\'`
}
