import { and, eq, ne } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { PlanId } from '#shared/plans'
import type { Actor } from '~~/server/access/actor'
import { db, runExclusive, write } from '~~/server/db'
import { billingEvent, workspace } from '~~/server/db/schema'
import { callProvider, provider } from './provider'

/** A request body in text form, whose signature is verified before the body is parsed. */
export interface SignedText {
  text: string
  /** The signature header of the provider; undefined if it is missing. */
  signature: string | undefined
}

/**
 * The statuses in which a subscription grants its plan. While a payment is retried, the plan does not change.
 */
const grantingStatuses: readonly Stripe.Subscription.Status[] = ['active', 'trialing', 'past_due']

/**
 * Receives a signed event of the payment provider. Does not rely on the content of the event, but reads the
 * current subscriptions of the customer: late, repeated and reordered events then lead to the same plan.
 * Throws `bad_request` for a wrong signature, and for a body that is not an event. Records only events that
 * were handled, so that the provider sends a failed event again.
 */
export async function receiveBillingEvent(
  _actor: Actor,
  _input: unknown,
  { text, signature }: SignedText,
): Promise<Output<'receiveBillingEvent'>> {
  const event = verifiedEvent(text, signature)
  if (!isEvent(event))
    throw new AppError('bad_request', {
      message: 'The body is not an event.',
      hint: 'Send the events exactly as Stripe sends them.',
    })
  const subject = subjectOf(event)
  if (subject) await runExclusive(`billing ${subject.customerId}`, () => applyPlan(event.id, subject))
  return { received: true }
}

/** Returns the content of the event after checking its signature. The content may be any JSON. */
function verifiedEvent(payload: string, signature: string | undefined): unknown {
  const { stripe, keys } = provider()
  try {
    return stripe.webhooks.constructEvent(payload, signature ?? '', keys.webhookSecret)
  } catch (error) {
    throw new AppError('bad_request', {
      message: 'The signature of this event is wrong.',
      hint: 'Check STRIPE_WEBHOOK_SECRET.',
      field: 'Stripe-Signature',
      cause: error,
    })
  }
}

const SignedEvent = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.looseObject({}) }),
})

const isEvent = (signed: unknown): signed is Stripe.Event => SignedEvent.safeParse(signed).success

interface Subject {
  customerId: string
  workspaceId: string | undefined
}

/** Returns the customer that an event is about; null for events that change no plan. */
function subjectOf(event: Stripe.Event): Subject | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed': {
      const { customer, metadata } = event.data.object
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

/** Sets the plan of the customer's workspace according to the customer's subscriptions. */
async function applyPlan(eventId: string, { customerId, workspaceId }: Subject): Promise<void> {
  const [handled] = await db.select().from(billingEvent).where(eq(billingEvent.id, eventId))
  if (handled) return
  const plan = await planOf(customerId)
  const id = workspaceId ?? (await workspaceOfCustomer(customerId))
  await write(async tx => {
    await tx.insert(billingEvent).values({ id: eventId, createdAt: Date.now() }).onConflictDoNothing()
    if (id !== undefined)
      await tx
        .update(workspace)
        .set({ plan, billingCustomerId: customerId })
        .where(and(eq(workspace.id, id), ne(workspace.plan, 'unclaimed')))
  })
}

/** Returns the workspace of a customer; undefined if there is none. */
async function workspaceOfCustomer(customerId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: workspace.id })
    .from(workspace)
    .where(eq(workspace.billingCustomerId, customerId))
  return row?.id
}

async function planOf(customerId: string): Promise<PlanId> {
  const { stripe, keys } = provider()
  const { data } = await callProvider(
    stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }),
  )
  return data.some(
    each =>
      grantingStatuses.includes(each.status) &&
      each.items.data.some(item => item.price.id === keys.priceTeam),
  )
    ? 'team'
    : 'free'
}
