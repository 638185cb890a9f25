import { AppError } from '#shared/errors'
import type { WebhookRow } from './serialize'

/** Throws `conflict` for a disabled webhook, to which nothing is sent. */
export function assertEnabled({ disabledAt }: WebhookRow): void {
  if (disabledAt !== null)
    throw new AppError('conflict', {
      message: 'This webhook is disabled.',
      hint: 'Enable it under Settings, Webhooks first.',
    })
}
