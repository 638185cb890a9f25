import { addresses } from '#shared/addresses'
import { actorName } from '#shared/event-labels'
import { notificationPhrase } from '#shared/notifications'
import { unlinkable } from '#shared/text/unlinkable'
import type { Mail } from '~~/server/mail/send'
import type { ClaimedMail } from './claim-mails'
import type { VisibleNotification } from './select-visible'
import { evidenceOf, excerptOf } from './serialize'

/** Returns the mail about notifications. Its text has one part for each review. */
export function notificationMail({ to, frequency, notifications }: ClaimedMail, publicUrl: string): Mail {
  const reviews = [...Map.groupBy(notifications, each => each.review.id).values()]
  return {
    to: to.email,
    subject: subjectOf(notifications, reviews.length, frequency === 'daily'),
    text: [
      ...reviews.map(each => partOf(each, publicUrl)),
      `Choose when you get these mails:\n${addresses.notificationSettings(publicUrl)}\n`,
    ].join('\n\n\n'),
  }
}

/**
 * Returns a subject such as "Ann mentioned you: Totals wrap", "Totals wrap: 3 notifications" or "5
 * notifications about 2 reviews".
 */
function subjectOf(notifications: VisibleNotification[], reviewCount: number, isDigest: boolean): string {
  const [first, ...others] = notifications
  const count = `${notifications.length} notifications`
  const prefix = isDigest ? 'Daily digest: ' : ''
  if (!first || reviewCount > 1) return `${prefix}${count} about ${reviewCount} reviews`
  const title = unlinkable(first.review.title)
  return others.length > 0 ? `${prefix}${count}: ${title}` : `${prefix}${sentenceOf(first)}: ${title}`
}

function partOf(notifications: VisibleNotification[], publicUrl: string): string {
  const [first] = notifications
  if (!first) return ''
  const { id, title } = first.review
  const heading = `${unlinkable(title)}\n${addresses.review(publicUrl, id)}`
  return [heading, ...notifications.map(each => itemOf(each, publicUrl))].join('\n\n')
}

function itemOf(each: VisibleNotification, publicUrl: string): string {
  const evidence = evidenceOf(each)
  if (evidence)
    return [
      `${sentenceOf(each)}:`,
      `${unlinkable(evidence.title)}, r${evidence.revision}`,
      addresses.artifact(publicUrl, each.review.id, evidence.artifactId),
    ].join('\n')
  const excerpt = excerptOf(each.comment ?? each.verdict)
  if (excerpt === null) return sentenceOf(each)
  const lines = excerpt.split('\n').map(line => `> ${unlinkable(line)}`)
  const quoted = [`${sentenceOf(each)}:`, ...lines].join('\n')
  return each.comment
    ? `${quoted}\n${addresses.thread(publicUrl, each.review.id, each.comment.threadId)}`
    : quoted
}

const sentenceOf = ({
  notification: { actorType, actorName: name, kind },
  threadNumber,
}: VisibleNotification) =>
  `${unlinkable(actorName({ type: actorType, id: null, name }))} ${notificationPhrase(kind, threadNumber)}`
