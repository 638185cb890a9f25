import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { lifetimeOf, planIds } from '#shared/plans'
import { DAY } from '#shared/time'
import { commentImage, revision, workspace } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { sumStored, type StoredSum } from './stored-bytes'

/**
 * The condition that media that was completed at a time is past the retention of its workspace at an instant.
 */
const isPastRetention = (completedAt: SQLiteColumn, at: number) =>
  or(
    ...planIds.flatMap(plan => {
      const lifetime = lifetimeOf(plan, settings().retention)
      return lifetime === null ? [] : [and(eq(workspace.plan, plan), lte(completedAt, at - lifetime))]
    }),
  )

/** The condition that a revision's media is stored and past its retention at an instant. */
export const isExpiredMedia = (at: number) =>
  and(
    isNotNull(revision.completedAt),
    isNull(revision.mediaDeletedAt),
    isPastRetention(revision.completedAt, at),
  )

/** The condition that a comment image is stored and past its retention at an instant. */
export const isExpiredImage = (at: number) =>
  and(isNotNull(commentImage.key), isPastRetention(commentImage.createdAt, at))

/** Returns the media that the sweep will delete within the next 7 days, unless a larger plan keeps it. */
export function readDueMedia(now = Date.now()): Promise<StoredSum> {
  const at = now + 7 * DAY
  return sumStored(isExpiredMedia(at), isExpiredImage(at))
}
