import type { Viewer } from '#shared/contract/reviewer'
import { iso } from '#shared/time'

/** The state of a review that an event stream compares and sends. */
export interface Snapshot {
  version: number
  updatedAt: string
  /** The other people who view the review; undefined for viewers who may not know them. */
  viewers?: readonly Viewer[]
  /** The permissions of the viewer, if they can change without the review. */
  allowed?: string
}

/** A review that an event stream follows. */
export interface LiveReview {
  workspaceId: string
  /** Reads the present state. Throws `not_found` or `suspended` once the viewer may not see the review. */
  read: () => Promise<Snapshot>
  /** Calls a function when the state should be read again. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
}

/** Returns the snapshot of a review's row. */
export const snapshotOf = (row: { version: number; updatedAt: number }): Snapshot => ({
  version: row.version,
  updatedAt: iso(row.updatedAt),
})
