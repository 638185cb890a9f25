import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { lifetimeOf, planIds } from '#shared/plans'
import { DAY } from '#shared/time'
import { commentImage, revision, workspace } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { sumStored, type StoredSum } from './stored-bytes'

/**
 * The retention in milliseconds that an administrator set for the workspace; NULL if none is set. It may not
 * fit in 32 bits.
 */
const ownLifetime = sql`cast(${workspace.retentionDays} as bigint) * ${sql.raw(String(DAY))}`

/**
 * The condition that, at a given time, media is past the retention of its workspace. This is the retention
 * that an administrator set or, without one, the retention of the plan. It begins when the media was
 * completed.
 */
const isPastRetention = (completedAt: SQLiteColumn, at: number) =>
  or(
    lte(sql`${completedAt} + ${ownLifetime}`, at),
    ...planIds.flatMap(plan => {
      const lifetime = lifetimeOf(plan, settings().retention)
      const ofPlan = and(isNull(workspace.retentionDays), eq(workspace.plan, plan))
      return lifetime === null ? [] : [and(ofPlan, lte(completedAt, at - lifetime))]
    }),
  )

/** The condition that a revision's media is still stored and, at a given time, past its recovery window. */
export const isExpiredMedia = (at: number) =>
  and(
    isNotNull(revision.completedAt),
    isNull(revision.mediaDeletedAt),
    isPastRetention(revision.completedAt, at),
  )

/** The condition that a comment image is still stored and, at a given time, past its recovery window. */
export const isExpiredImage = (at: number) =>
  and(isNotNull(commentImage.key), isPastRetention(commentImage.createdAt, at))

/**
 * Returns the number and bytes of the media that the sweep will delete within the next 7 days, unless the
 * workspace changes to a plan with a longer retention before.
 */
export function readDueMedia(now = Date.now()): Promise<StoredSum> {
  const at = now + 7 * DAY
  return sumStored(isExpiredMedia(at), isExpiredImage(at))
}
