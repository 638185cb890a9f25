import type { Viewer } from '#shared/contract/reviewer'
import { iso } from '#shared/time'

/**
 * The state of a review. An event stream compares it with the previous state, and sends events for the
 * differences.
 */
export interface Snapshot {
  version: number
  updatedAt: string
  /** The other people who are viewing the review; undefined if the viewer is not allowed to know them. */
  viewers?: readonly Viewer[]
  /** The permissions of a visitor as text, which is compared to detect a change; undefined for members. */
  allowed?: string
}

/** A review whose changes an event stream sends. */
export interface LiveReview {
  workspaceId: string
  /** Reads the present state. Throws `not_found` or `suspended` if the viewer no longer has access. */
  read: () => Promise<Snapshot>
  /** Calls a function when the state should be read again. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
}

/** Converts the row of a review to a snapshot. */
export const snapshotOf = (row: { version: number; updatedAt: number }): Snapshot => ({
  version: row.version,
  updatedAt: iso(row.updatedAt),
})
