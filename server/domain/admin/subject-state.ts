import { and, isNotNull, isNull, sql, type Column, type SQL } from 'drizzle-orm'
import type { SubjectState } from '#shared/contract/admin'
import { isoOrNull } from '#shared/time'
import { whereActive, type Suspension } from '~~/server/access/suspension'

/** Returns the state of a person or a workspace as the contract names it. */
export function stateOf({ suspendedAt, deletesAt }: Suspension): {
  state: SubjectState
  deletesAt: string | null
} {
  if (deletesAt !== null) return { state: 'deleting', deletesAt: isoOrNull(deletesAt) }
  return { state: suspendedAt === null ? 'active' : 'suspended', deletesAt: null }
}

/** Selects the rows in a state; all of them without one. */
export function whereState(
  table: Record<keyof Suspension, Column>,
  state: SubjectState | undefined,
): SQL | undefined {
  if (state === 'active') return whereActive(table)
  if (state === 'deleting') return isNotNull(table.deletesAt)
  return state && and(isNotNull(table.suspendedAt), isNull(table.deletesAt))
}

/**
 * Selects the rows in which a column contains a text, upper and lower case alike for the letters of ASCII:
 * `lower` of SQLite, and of PostgreSQL for text that is compared by its bytes, knows no others.
 */
export function contains(column: Column, text: string): SQL {
  const lower = text.replace(/[A-Z]/g, letter => letter.toLowerCase())
  const pattern = `%${lower.replace(/[\\%_]/g, '\\$&')}%`
  return sql`lower(${column}) like ${pattern} escape '\\'`
}
