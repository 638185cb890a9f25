import { AppError } from '#shared/errors'
import { mediaLife, type RetainingWorkspace } from '#shared/plans'
import type { revision } from '~~/server/db/schema'
import { settings } from '~~/server/settings'

type Media = Pick<typeof revision.$inferSelect, 'completedAt' | 'mediaDeletedAt'>

/** Returns whether a revision is complete and its media is not past the retention of its workspace. */
export function isMediaActive(
  { completedAt, mediaDeletedAt }: Media,
  workspace: RetainingWorkspace,
  now = Date.now(),
): boolean {
  if (completedAt === null) return false
  return mediaLife(completedAt, mediaDeletedAt, workspace, settings().retention, now).state === 'active'
}

/** Throws `not_found` for a revision that is not complete or is past its retention. */
export function assertMediaActive(media: Media, workspace: RetainingWorkspace): void {
  if (media.completedAt === null)
    throw new AppError('not_found', { message: 'This revision is not complete.' })
  if (!isMediaActive(media, workspace))
    throw new AppError('not_found', { message: 'This evidence is past its retention.' })
}
