import type { Db } from '~~/server/db'

/**
 * Handles a change inside its transaction. The subscribers of a change are called in the order of the table
 * in record-change.ts, without waiting for one another: a statement may read data that an earlier statement
 * wrote. `eventId` is the id of the audit event.
 */
export type Subscriber<C> = (tx: Db, change: C, eventId: string) => void | Promise<void>
