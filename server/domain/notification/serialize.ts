import { limits } from '#shared/contract/kit/limits'
import type { Notification } from '#shared/contract/notification'
import { iso } from '#shared/time'
import type { VisibleNotification } from './select-visible'

/** Returns a notification as the contract defines it. */
export function toNotification({
  notification: row,
  review,
  projectName,
  comment,
}: VisibleNotification): Notification {
  return {
    id: row.id,
    kind: row.kind,
    actor: { type: row.actorType, id: row.actorId, name: row.actorName },
    review: { ...review, projectName },
    threadId: comment?.threadId ?? null,
    excerpt: comment && excerptOf(comment.start),
    createdAt: iso(row.createdAt),
    read: row.readAt !== null,
  }
}

/** Returns the beginning of a comment, of which at least one character more was read. */
export function excerptOf(start: string): string {
  const characters = [...start]
  const { notificationExcerpt: most } = limits
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : start.trim()
}
