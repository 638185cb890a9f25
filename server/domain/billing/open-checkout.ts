import { addresses } from '#shared/addresses'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { settings } from '~~/server/settings'
import { billedWorkspace } from './billed-workspace'
import { addressFrom, callProvider, provider } from './provider'

/**
 * Returns the URL of the payment provider's page on which an owner subscribes to a plan. The plan of the
 * workspace changes only when the provider reports the payment.
 */
export async function openCheckout(
  human: HumanActor,
  input: { plan: 'team'; workspaceId?: string },
): Promise<{ url: string }> {
  const workspace = await billedWorkspace(human, input.workspaceId)
  const { stripe, keys } = provider()
  if (workspace.plan === input.plan)
    throw new AppError('conflict', {
      message: 'This workspace is already on the Team plan.',
      hint: 'Manage it with POST /api/billing/portal.',
    })
  const page = addresses.billing(settings().publicUrl)
  const { url } = await callProvider(
    stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: keys.priceTeam, quantity: 1 }],
      client_reference_id: workspace.id,
      metadata: { workspaceId: workspace.id },
      subscription_data: { metadata: { workspaceId: workspace.id } },
      success_url: `${page}?checkout=done`,
      cancel_url: page,
      ...(workspace.billingCustomerId
        ? { customer: workspace.billingCustomerId }
        : { customer_email: human.email }),
    }),
  )
  return { url: addressFrom(url) }
}
