import type { Db } from '~~/server/db'

/** What subscribers learn from those before them. */
export interface Outcome {
  /** The id of the audit event. */
  eventId: string
  /** The review after the change; null for a deleted one, and where the change gives it no version. */
  review: { version: number; projectId: string; prRef: string | null } | null
}

/** Does what follows a change, in its transaction. */
export type Subscriber<C> = (tx: Db, change: C, outcome: Outcome) => void | Promise<void>
