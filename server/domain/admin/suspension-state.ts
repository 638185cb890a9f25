import { and, isNotNull, isNull, type Column, type SQL } from 'drizzle-orm'
import type { SubjectState } from '#shared/contract/admin'
import { isoOrNull } from '#shared/time'
import type { Suspension } from '~~/server/access/suspension'
import { whereActive } from '~~/server/db/where-active'

/** Returns the state of a person or a workspace in the form of the API contract. */
export function stateOf({ suspendedAt, deletesAt }: Suspension): {
  state: SubjectState
  deletesAt: string | null
} {
  if (deletesAt !== null) return { state: 'deleting', deletesAt: isoOrNull(deletesAt) }
  return { state: suspendedAt === null ? 'active' : 'suspended', deletesAt: null }
}

/**
 * Returns the condition that selects the rows with the given state. Without a state, returns undefined, which
 * selects all rows.
 */
export function whereState(
  table: Record<keyof Suspension, Column>,
  state: SubjectState | undefined,
): SQL | undefined {
  if (state === 'active') return whereActive(table)
  if (state === 'deleting') return isNotNull(table.deletesAt)
  return state && and(isNotNull(table.suspendedAt), isNull(table.deletesAt))
}
