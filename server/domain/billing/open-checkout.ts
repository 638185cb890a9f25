import { addresses } from '#shared/addresses'
import { AppError } from '#shared/errors'
import { requireHuman, type Actor, type HumanActor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/reach'
import { db } from '~~/server/db'
import { onlyWorkspace } from '~~/server/access/default-workspace'
import { settings } from '~~/server/settings'
import { asked, provider } from './provider'

/**
 * The provider's page at which an owner takes a plan. The plan moves when the provider says that it was paid.
 */
export async function openCheckout(
  actor: Actor,
  input: { plan: 'team'; workspaceId?: string },
): Promise<{ url: string }> {
  const human = requireHuman(actor)
  const home = await ownWorkspace(human, input.workspaceId)
  const { stripe, keys } = provider()
  if (home.plan === input.plan)
    throw new AppError('conflict', {
      message: 'This workspace is on the Team plan already.',
      hint: 'Manage it with POST /api/billing/portal.',
    })
  const back = addresses.billing(settings().publicUrl)
  const { url } = await asked(
    stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: keys.priceTeam, quantity: 1 }],
      client_reference_id: home.id,
      metadata: { workspaceId: home.id },
      subscription_data: { metadata: { workspaceId: home.id } },
      success_url: `${back}?checkout=done`,
      cancel_url: back,
      ...(home.billingCustomerId ? { customer: home.billingCustomerId } : { customer_email: human.email }),
    }),
  )
  return { url: addressOf(url) }
}

/** The provider's page at which an owner changes or ends the plan. */
export async function openPortal(actor: Actor, input: { workspaceId?: string }): Promise<{ url: string }> {
  const human = requireHuman(actor)
  const home = await ownWorkspace(human, input.workspaceId)
  const { stripe } = provider()
  if (home.billingCustomerId === null)
    throw new AppError('conflict', {
      message: 'This workspace never had a paid plan.',
      hint: 'Take one with POST /api/billing/checkout.',
    })
  const { url } = await asked(
    stripe.billingPortal.sessions.create({
      customer: home.billingCustomerId,
      return_url: addresses.billing(settings().publicUrl),
    }),
  )
  return { url: addressOf(url) }
}

async function ownWorkspace(human: HumanActor, workspaceId: string | undefined) {
  const { workspace: home } = await loadWorkspace(
    human,
    workspaceId ?? onlyWorkspace(human.roles),
    'manage',
    db,
    'workspaceId',
  )
  return home
}

function addressOf(url: string | null): string {
  if (url === null)
    throw new AppError('internal_error', {
      message: 'The billing provider gave no address.',
      hint: 'Nothing was charged. Try again in a moment.',
    })
  return url
}
