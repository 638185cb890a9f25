import type { Db } from '~~/server/db'

/** The results of earlier subscribers of the same change. */
export interface Outcome {
  /** The id of the audit event. */
  eventId: string
  /** The review after the change; null for a deleted review, and for a change that gives it no version. */
  review: { version: number; projectId: string; prRef: string | null } | null
}

/** Handles a change in its transaction. */
export type Subscriber<C> = (tx: Db, change: C, outcome: Outcome) => void | Promise<void>
