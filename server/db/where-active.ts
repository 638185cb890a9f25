import { and, isNull, type Column, type SQL } from 'drizzle-orm'

/** Selects the rows of a table of people or workspaces that are neither suspended nor going to be deleted. */
export const whereActive = (table: Record<'suspendedAt' | 'deletesAt', Column>): SQL | undefined =>
  and(isNull(table.suspendedAt), isNull(table.deletesAt))
