import { eq } from 'drizzle-orm'
import { addresses } from '#shared/addresses'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { workspace } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { billedWorkspace } from './billed-workspace'
import { isSubscribed, runBilling } from './customers'
import { addressFrom, callProvider, provider } from './provider'

const alreadyPaid = () =>
  new AppError('conflict', {
    message: 'This workspace is already on the Team plan.',
    hint: 'Manage it with POST /api/billing/portal.',
  })

/**
 * Returns the URL of the payment provider's page on which an owner subscribes to a plan. The plan of the
 * workspace changes only when the provider reports the payment. A workspace has one customer at the provider,
 * and one open checkout: another checkout ends the previous one, so that two people cannot both pay. Throws
 * `conflict` if the workspace has the plan, or has paid for it although this was not reported yet.
 */
export async function openCheckout(
  human: HumanActor,
  input: { plan: 'team'; workspaceId?: string },
): Promise<{ url: string }> {
  const { id } = await billedWorkspace(human, input.workspaceId)
  const { stripe, keys } = provider()
  return runBilling(id, async () => {
    const billed = await billedWorkspace(human, id)
    if (billed.plan === input.plan) throw alreadyPaid()
    const customer = billed.billingCustomerId ?? (await createCustomer(human, billed))
    await endCheckouts(customer)
    if (await isSubscribed(customer)) throw alreadyPaid()
    const page = addresses.billing(settings().publicUrl)
    const { url } = await callProvider(
      stripe.checkout.sessions.create({
        mode: 'subscription',
        customer,
        line_items: [{ price: keys.priceTeam, quantity: 1 }],
        client_reference_id: id,
        metadata: { workspaceId: id },
        subscription_data: { metadata: { workspaceId: id } },
        success_url: `${page}?checkout=done`,
        cancel_url: page,
      }),
    )
    return { url: addressFrom(url) }
  })
}

/** Creates the customer of a workspace at the provider, and stores its id. */
async function createCustomer(
  human: HumanActor,
  { id, name }: { id: string; name: string },
): Promise<string> {
  const { stripe } = provider()
  const customer = await callProvider(
    stripe.customers.create({ email: human.email, name, metadata: { workspaceId: id } }),
  )
  await write(async tx => {
    await loadWorkspace(human, id, 'manageWorkspace', tx, 'workspaceId')
    await tx.update(workspace).set({ billingCustomerId: customer.id }).where(eq(workspace.id, id))
  })
  return customer.id
}

/** Ends the open checkouts of a customer, so that they can no longer be paid. */
async function endCheckouts(customer: string): Promise<void> {
  const { stripe } = provider()
  const { data } = await callProvider(stripe.checkout.sessions.list({ customer, status: 'open' }))
  for (const { id } of data) await callProvider(stripe.checkout.sessions.expire(id))
}
