import { and, isNotNull, isNull, or, sql, type Column, type SQL } from 'drizzle-orm'
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
 * Selects the rows in which a column contains a text, upper and lower case alike. SQLite's `lower` knows
 * ASCII only, so the text as it was typed counts too.
 */
export function contains(column: Column, text: string): SQL | undefined {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return or(
    sql`lower(${column}) like ${pattern.toLowerCase()} escape '\\'`,
    sql`${column} like ${pattern} escape '\\'`,
  )
}
