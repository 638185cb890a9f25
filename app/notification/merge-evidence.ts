import type { Notification } from '#shared/contract/notification'

/** A row of the list: one notification, or several of added evidence, shown as the newest one. */
export interface NotificationEntry {
  newest: Notification
  ids: string[]
}

const isRepeated = (one: Notification, other: Notification) =>
  one.kind === 'evidence' &&
  other.kind === 'evidence' &&
  one.review.id === other.review.id &&
  one.read === other.read &&
  one.actor.id === other.actor.id &&
  one.actor.name === other.actor.name

/** Merges successive notifications of evidence that one person or agent added to one review. */
export function mergeEvidence(notifications: readonly Notification[]): NotificationEntry[] {
  const entries: NotificationEntry[] = []
  for (const each of notifications) {
    const last = entries.at(-1)
    if (last && isRepeated(last.newest, each)) last.ids.push(each.id)
    else entries.push({ newest: each, ids: [each.id] })
  }
  return entries
}
