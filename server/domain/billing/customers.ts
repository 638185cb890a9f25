import type Stripe from 'stripe'
import { runExclusive } from '~~/server/db'
import { callProvider, provider } from './provider'

/**
 * The statuses in which a subscription grants its plan. While a payment is retried, the plan does not change.
 */
const grantingStatuses: readonly Stripe.Subscription.Status[] = ['active', 'trialing', 'past_due']

/** Runs functions that read or change the customer of a workspace one after another, on all nodes. */
export const runBilling = <T>(workspaceId: string, run: () => Promise<T>): Promise<T> =>
  runExclusive(`billing ${workspaceId}`, run)

/** Returns whether a customer has a subscription that grants the Team plan. */
export async function isSubscribed(customer: string): Promise<boolean> {
  const { stripe } = provider()
  const { data } = await callProvider(stripe.subscriptions.list({ customer, status: 'all', limit: 100 }))
  return data.some(grantsTeam)
}

/**
 * Returns the customer whose subscription grants a workspace the Team plan; null if there is none. Checks the
 * given customers first, in their order. If none of them is subscribed, searches for a subscription with the
 * id of the workspace in its metadata: in earlier versions, each checkout of a workspace created another
 * customer. The search of Stripe finds a new subscription only after about a minute; the list of a customer's
 * subscriptions contains it immediately.
 */
export async function findSubscribedCustomer(
  workspaceId: string,
  customers: Iterable<string>,
): Promise<string | null> {
  for (const customer of customers) if (await isSubscribed(customer)) return customer
  const { stripe } = provider()
  const { data } = await callProvider(
    stripe.subscriptions.search({ query: `metadata['workspaceId']:'${workspaceId}'`, limit: 100 }),
  )
  const found = data.find(grantsTeam)?.customer
  return (typeof found === 'object' ? found.id : found) ?? null
}

function grantsTeam({ status, items }: Stripe.Subscription): boolean {
  const { priceTeam } = provider().keys
  return grantingStatuses.includes(status) && items.data.some(item => item.price.id === priceTeam)
}
