import { limits } from './contract/kit/limits'
import { DAY, HOUR } from './time'

/**
 * The kinds of notifications. Each has a phrase that follows the name of the person who caused the
 * notification: "Ann mentioned you". `mention`, `reply` and `addressed` are about a comment, all others are
 * about a review.
 */
const phrases = {
  mention: 'mentioned you',
  reply: 'replied',
  addressed: 'marked a comment as addressed',
  review_requested: 'asked for your verdict',
  evidence: 'added evidence',
  verified: 'verified the review',
  changes_requested: 'requested changes',
  verdict_reset: 'reset the verdict',
  verdict_given: 'gave a verdict',
} as const

export type NotificationKind = keyof typeof phrases
export const notificationKinds = Object.keys(phrases) as [NotificationKind, ...NotificationKind[]]

/**
 * Returns the phrase of a notification, such as "replied in comment 5". It follows the name of the person who
 * caused the notification. `threadNumber` is null for a notification about the whole review.
 */
export function notificationPhrase(kind: NotificationKind, threadNumber: number | null): string {
  if (threadNumber === null) return phrases[kind]
  if (kind === 'addressed') return `marked comment ${threadNumber} as addressed`
  return `${phrases[kind]} in comment ${threadNumber}`
}

/** How often a person gets notifications by mail: within minutes, once a day, or never. */
export const mailFrequencies = ['immediate', 'daily', 'off'] as const
export type MailFrequency = (typeof mailFrequencies)[number]

/** Returns the time of the first daily digests after a given time. Both are in epoch milliseconds. */
export function nextDigestAt(now: number): number {
  const today = Math.floor(now / DAY) * DAY + limits.notificationDigestHour * HOUR
  return today > now ? today : today + DAY
}
