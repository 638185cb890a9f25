import { and, count, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { lifetimeOf, planIds, type RetentionSetting } from '#shared/plans'
import { DAY } from '#shared/time'
import type { Db } from '~~/server/db'
import { artifact, commentImage, review, revision, workspace } from '~~/server/db/schema'
import { commentImageBytes, storedBytes } from './stored-bytes'

/** The condition that media, completed at a time, is past the window of its workspace at an instant. */
export const isPastRetention = (completedAt: SQLiteColumn, setting: RetentionSetting, at: number) =>
  or(
    ...planIds.flatMap(plan => {
      const lifetime = lifetimeOf(plan, setting)
      return lifetime === null ? [] : [and(eq(workspace.plan, plan), lte(completedAt, at - lifetime))]
    }),
  )

/** The condition that a revision's media is stored, and past its retention at an instant. */
export const isExpiredMedia = (setting: RetentionSetting, at: number) =>
  and(
    isNotNull(revision.completedAt),
    isNull(revision.mediaDeletedAt),
    isPastRetention(revision.completedAt, setting, at),
  )

/** The condition that an image of a comment is stored, and past its retention at an instant. */
export const isExpiredImage = (setting: RetentionSetting, at: number) =>
  and(isNotNull(commentImage.key), isPastRetention(commentImage.createdAt, setting, at))

/** Media whose retention ends soon: revisions and images of comments, and their stored bytes. */
export interface DueMedia {
  files: number
  bytes: number
}

/** Returns the media that the sweep deletes within the next 7 days, unless a larger plan keeps it. */
export async function readDueMedia(db: Db, setting: RetentionSetting, now = Date.now()): Promise<DueMedia> {
  const at = now + 7 * DAY
  const [evidence] = await db
    .select({ files: count(), ...storedBytes })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .innerJoin(workspace, eq(workspace.id, review.workspaceId))
    .where(isExpiredMedia(setting, at))
  const [images] = await db
    .select({ files: count(), bytes: commentImageBytes })
    .from(commentImage)
    .innerJoin(review, eq(review.id, commentImage.reviewId))
    .innerJoin(workspace, eq(workspace.id, review.workspaceId))
    .where(isExpiredImage(setting, at))
  const { files = 0, images: pictures = 0, videos = 0, derivatives = 0 } = evidence ?? {}
  return {
    files: files + (images?.files ?? 0),
    bytes: pictures + videos + derivatives + (images?.bytes ?? 0),
  }
}
