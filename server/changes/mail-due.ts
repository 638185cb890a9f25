import { limits } from '#shared/contract/kit/limits'
import { nextDigestAt, type MailFrequency } from '#shared/notifications'
import { settings } from '~~/server/settings'

/** Returns when the mail about a new notification is due, in epoch milliseconds; null if no mail is sent. */
export function mailDueAt(frequency: MailFrequency, now: number): number | null {
  if (!settings().smtp || frequency === 'off') return null
  return frequency === 'daily' ? nextDigestAt(now) : now + limits.notificationGatherMs
}
