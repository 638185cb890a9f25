import { AppError } from '#shared/errors'
import type { WebhookRow } from './serialize'

/** Throws `conflict` if the webhook is disabled, since nothing is sent to a disabled webhook. */
export function assertEnabled({ disabledAt }: WebhookRow): void {
  if (disabledAt !== null)
    throw new AppError('conflict', {
      message: 'This webhook is disabled.',
      hint: 'Enable it under Settings, Webhooks first.',
    })
}
