import type { Db } from '~~/server/db'

/** The results that earlier subscribers of the same change pass to later ones. */
export interface Outcome {
  /** The id of the audit event. */
  eventId: string
  /**
   * The review after the change; null if the review was deleted, or if the change does not increase its
   * version.
   */
  review: { version: number; projectId: string; prRef: string | null } | null
}

/** Handles a change inside its transaction. */
export type Subscriber<C> = (tx: Db, change: C, outcome: Outcome) => void | Promise<void>
