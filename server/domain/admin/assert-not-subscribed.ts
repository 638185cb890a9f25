import { AppError } from '#shared/errors'
import { settings } from '~~/server/settings'
import type { WorkspaceRow } from './change-workspace'

type Paid = Pick<WorkspaceRow, 'plan' | 'billingCustomerId'>

/**
 * Returns whether a workspace has a paid subscription. Such a workspace must not be deleted, since the
 * payment provider would continue to charge for it.
 */
export const isSubscribed = ({ plan, billingCustomerId }: Paid): boolean =>
  settings().stripe !== null && plan === 'team' && billingCustomerId !== null

/** Throws `conflict` for a workspace with a paid subscription. */
export function assertNotSubscribed(workspace: WorkspaceRow): void {
  if (isSubscribed(workspace))
    throw new AppError('conflict', {
      message: `The workspace "${workspace.name}" has a paid subscription.`,
      hint: 'Cancel the subscription first: an owner does that under Settings, Usage.',
    })
}
