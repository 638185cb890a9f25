import { AppError } from '#shared/errors'
import { mediaLife, type PlanId } from '#shared/plans'
import type { revision } from '~~/server/db/schema'
import { settings } from '~~/server/settings'

type Media = Pick<typeof revision.$inferSelect, 'completedAt' | 'mediaDeletedAt'>

/** Returns whether a revision is complete and its media is not past the retention of the plan. */
export function isMediaActive(
  { completedAt, mediaDeletedAt }: Media,
  plan: PlanId,
  now = Date.now(),
): boolean {
  if (completedAt === null) return false
  return mediaLife(completedAt, mediaDeletedAt, plan, settings().retention, now).state === 'active'
}

/** Throws `not_found` for a revision that is not complete or is past its retention. */
export function assertMediaActive(media: Media, plan: PlanId): void {
  if (media.completedAt === null)
    throw new AppError('not_found', { message: 'This revision is not complete.' })
  if (!isMediaActive(media, plan))
    throw new AppError('not_found', { message: 'This evidence is past its retention.' })
}
