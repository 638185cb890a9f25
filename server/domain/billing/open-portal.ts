import { addresses } from '#shared/addresses'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { settings } from '~~/server/settings'
import { billedWorkspace } from './billed-workspace'
import { addressFrom, callProvider, provider } from './provider'

/** Returns the URL of the payment provider's page on which an owner changes or cancels the plan. */
export async function openPortal(
  human: HumanActor,
  input: { workspaceId?: string },
): Promise<{ url: string }> {
  const workspace = await billedWorkspace(human, input.workspaceId)
  const { stripe } = provider()
  if (workspace.billingCustomerId === null)
    throw new AppError('conflict', {
      message: 'This workspace never had a paid plan.',
      hint: 'Choose one with POST /api/billing/checkout.',
    })
  const { url } = await callProvider(
    stripe.billingPortal.sessions.create({
      customer: workspace.billingCustomerId,
      return_url: addresses.billing(settings().publicUrl),
    }),
  )
  return { url: addressFrom(url) }
}
