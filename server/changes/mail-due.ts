import { limits } from '#shared/contract/kit/limits'
import { nextDigestAt, type MailFrequency } from '#shared/notifications'
import { settings } from '~~/server/settings'

/** Returns when to mail a notification that is created now, in epoch milliseconds; null if never. */
export function mailDueAt(frequency: MailFrequency, now: number): number | null {
  if (!settings().smtp || frequency === 'off') return null
  return frequency === 'daily' ? nextDigestAt(now) : now + limits.notificationGatherMs
}
