import { sql, type Column, type SQL } from 'drizzle-orm'

/**
 * Selects the rows in which a column contains a text, upper and lower case alike for the letters of ASCII:
 * `lower` of SQLite, and of PostgreSQL for text that is compared by its bytes, knows no others.
 */
export function contains(column: Column, text: string): SQL {
  const lower = text.replace(/[A-Z]/g, letter => letter.toLowerCase())
  const pattern = `%${lower.replace(/[\\%_]/g, '\\$&')}%`
  return sql`lower(${column}) like ${pattern} escape '\\'`
}
