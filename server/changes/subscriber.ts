import type { Db } from '~~/server/db'

/**
 * Handles a change inside its transaction. All subscribers of a change are called without waiting for each
 * other, because none of them needs the result of another. `eventId` is the id of the audit event.
 */
export type Subscriber<C> = (tx: Db, change: C, eventId: string) => void | Promise<void>
