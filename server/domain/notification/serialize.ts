import { limits } from '#shared/contract/kit/limits'
import type { Notification } from '#shared/contract/notification'
import { iso } from '#shared/time'
import type { VisibleNotification } from './select-visible'

/** Returns a notification in the form of the API contract. */
export function toNotification(visible: VisibleNotification): Notification {
  const { notification: row, review, projectName, comment, threadNumber, verdict } = visible
  return {
    id: row.id,
    kind: row.kind,
    actor: { type: row.actorType, id: row.actorId, name: row.actorName },
    review: { ...review, projectName },
    threadId: comment?.threadId ?? null,
    threadNumber,
    excerpt: excerptOf(comment ?? verdict),
    evidence: evidenceOf(visible),
    createdAt: iso(row.createdAt),
    read: row.readAt !== null,
  }
}

/**
 * Returns the beginning of a comment, or of the text of a verdict; null without a text. `start` contains at
 * least one character more than the excerpt if the text is longer.
 */
export function excerptOf(written: { start: string } | null): string | null {
  if (written === null) return null
  const characters = [...written.start]
  const { notificationExcerpt: most } = limits
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : written.start.trim()
}

/**
 * Returns the added evidence that a notification is about. Returns null for other notifications, and if the
 * evidence was deleted.
 */
export function evidenceOf({ artifact, revisionIndex }: VisibleNotification): Notification['evidence'] {
  if (artifact === null || revisionIndex === null) return null
  return { artifactId: artifact.id, title: artifact.title, revision: revisionIndex }
}
