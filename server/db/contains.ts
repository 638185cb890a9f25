import { sql, type Column, type SQL } from 'drizzle-orm'

/**
 * Selects the rows in which a column contains a text, ignoring the case of ASCII letters. In SQLite, `lower`
 * converts ASCII letters only. In PostgreSQL, it does so for text that is compared by its bytes.
 */
export function contains(column: Column, text: string): SQL {
  const lower = text.replace(/[A-Z]/g, letter => letter.toLowerCase())
  const pattern = `%${lower.replace(/[\\%_]/g, '\\$&')}%`
  return sql`lower(${column}) like ${pattern} escape '\\'`
}
