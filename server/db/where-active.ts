import { and, isNull, type Column, type SQL } from 'drizzle-orm'

/**
 * The condition for rows of people or workspaces that are not suspended, and whose deletion is not planned.
 */
export const whereActive = (table: Record<'suspendedAt' | 'deletesAt', Column>): SQL | undefined =>
  and(isNull(table.suspendedAt), isNull(table.deletesAt))
