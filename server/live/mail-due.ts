import { limits } from '#shared/contract/kit/limits'
import type { MailFrequency } from '#shared/notifications'
import { DAY, HOUR } from '#shared/time'
import { settings } from '~~/server/settings'

/** Returns when to mail a notification of now, in epoch milliseconds; null: never. */
export function mailDueAt(frequency: MailFrequency, now: number): number | null {
  if (!settings().smtp || frequency === 'off') return null
  return frequency === 'daily' ? nextDigestAt(now) : now + limits.notificationGatherMs
}

/** Returns the next time of the daily digests. */
export function nextDigestAt(now: number): number {
  const today = Math.floor(now / DAY) * DAY + limits.notificationDigestHour * HOUR
  return today > now ? today : today + DAY
}
