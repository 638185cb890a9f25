import { AppError } from '#shared/errors'
import { settings } from '~~/server/settings'
import type { WorkspaceRow } from './act-on-workspace'

/**
 * Throws `conflict` for a workspace with a paid subscription: the provider would continue to charge
 * for a deleted workspace.
 */
export function assertNotSubscribed({ name, plan, billingCustomerId }: WorkspaceRow): void {
  if (settings().stripe && plan === 'team' && billingCustomerId !== null)
    throw new AppError('conflict', {
      message: `The workspace "${name}" has a paid subscription.`,
      hint: 'Cancel the subscription at the billing provider first.',
    })
}
