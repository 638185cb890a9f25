import type { Notification } from '#shared/contract/notification'

/**
 * A row of the list: one notification, or several notifications about added evidence or addressed comments,
 * of which the newest is shown.
 */
export interface NotificationEntry {
  newest: Notification
  ids: string[]
}

const isRepeated = (one: Notification, other: Notification) =>
  (one.kind === 'evidence' || one.kind === 'addressed') &&
  other.kind === one.kind &&
  one.review.id === other.review.id &&
  one.read === other.read &&
  one.actor.id === other.actor.id &&
  one.actor.name === other.actor.name

/**
 * Merges successive notifications about evidence that the same person or agent added to the same review, or
 * about comments in this review that they marked as addressed.
 */
export function mergeRepeated(notifications: readonly Notification[]): NotificationEntry[] {
  const entries: NotificationEntry[] = []
  for (const each of notifications) {
    const last = entries.at(-1)
    if (last && isRepeated(last.newest, each)) last.ids.push(each.id)
    else entries.push({ newest: each, ids: [each.id] })
  }
  return entries
}
