import { and, eq, ne } from 'drizzle-orm'
import type Stripe from 'stripe'
import { AppError } from '#shared/errors'
import type { PlanId } from '#shared/plans'
import { db, write } from '~~/server/db'
import { billingEvent, workspace } from '~~/server/db/schema'
import { runExclusive } from '~~/server/mutex'
import { asked, provider } from './provider'

/** Subscriptions that carry their plan: while a payment is retried, the plan stays. */
const carrying: readonly Stripe.Subscription.Status[] = ['active', 'trialing', 'past_due']

/**
 * Takes a signed notice of the billing provider. What it says is not believed but asked again: the plan
 * follows the customer's subscriptions as they are now, so that late, repeated and swapped notices end at the
 * same plan. Throws `bad_request` for a signature that is none of ours; a failure is not recorded, and the
 * provider sends again.
 */
export async function receiveBillingEvent(
  payload: string,
  signature: string | undefined,
): Promise<{ received: true }> {
  const notice = verified(payload, signature)
  const subject = subjectOf(notice)
  if (subject) await runExclusive(`billing ${subject.customerId}`, () => follow(notice.id, subject))
  return { received: true }
}

function verified(payload: string, signature: string | undefined): Stripe.Event {
  const { stripe, keys } = provider()
  try {
    return stripe.webhooks.constructEvent(payload, signature ?? '', keys.webhookSecret)
  } catch (error) {
    throw new AppError('bad_request', {
      message: 'The signature of this notice does not fit.',
      hint: 'Check STRIPE_WEBHOOK_SECRET.',
      field: 'Stripe-Signature',
      cause: error,
    })
  }
}

interface Subject {
  customerId: string
  workspaceId: string | undefined
}

/** The customer a notice is about; null for notices that change no plan. */
function subjectOf(notice: Stripe.Event): Subject | null {
  switch (notice.type) {
    case 'checkout.session.completed':
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed': {
      const { customer, metadata } = notice.data.object
      if (customer === null) return null
      return {
        customerId: typeof customer === 'string' ? customer : customer.id,
        workspaceId: metadata?.workspaceId,
      }
    }
    default:
      return null
  }
}

async function follow(noticeId: string, { customerId, workspaceId }: Subject): Promise<void> {
  const [handled] = await db.select().from(billingEvent).where(eq(billingEvent.id, noticeId))
  if (handled) return
  const plan = await planOf(customerId)
  const id = workspaceId ?? (await workspaceOfCustomer(customerId))
  await write(async tx => {
    await tx.insert(billingEvent).values({ id: noticeId, createdAt: Date.now() }).onConflictDoNothing()
    if (id !== undefined)
      await tx
        .update(workspace)
        .set({ plan, billingCustomerId: customerId })
        .where(and(eq(workspace.id, id), ne(workspace.plan, 'unclaimed')))
  })
}

/** Whose customer this is; undefined when no workspace knows it. */
async function workspaceOfCustomer(customerId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: workspace.id })
    .from(workspace)
    .where(eq(workspace.billingCustomerId, customerId))
  return row?.id
}

async function planOf(customerId: string): Promise<PlanId> {
  const { stripe, keys } = provider()
  const { data } = await asked(stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }))
  return data.some(
    each => carrying.includes(each.status) && each.items.data.some(item => item.price.id === keys.priceTeam),
  )
    ? 'team'
    : 'free'
}
