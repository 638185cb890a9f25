import { and, eq, ne } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { Actor } from '~~/server/access/actor'
import type { SignedText } from '~~/server/bytes/signed-text'
import { system } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { db, write } from '~~/server/db'
import { billingEvent, workspace } from '~~/server/db/schema'
import { findSubscribedCustomer, runBilling } from './customers'
import { provider } from './provider'

/**
 * Receives a signed event of the payment provider. Does not rely on the content of the event, but reads the
 * current subscriptions of the workspace: late, repeated and reordered events then lead to the same plan.
 * Throws `bad_request` for a wrong signature, and for a body that is not an event. Records only events that
 * were handled, so that the provider sends a failed event again.
 */
export async function receiveBillingEvent(
  _actor: Actor,
  _input: unknown,
  { text, header }: SignedText,
): Promise<Output<'receiveBillingEvent'>> {
  const event = verifiedEvent(text, header('stripe-signature'))
  if (!isEvent(event))
    throw new AppError('bad_request', {
      message: 'The body is not an event.',
      hint: 'Send the events exactly as Stripe sends them.',
    })
  const subject = subjectOf(event)
  if (subject) {
    const { customerId, workspaceId = await workspaceOfCustomer(customerId) } = subject
    if (workspaceId !== undefined)
      await runBilling(workspaceId, () => applyPlan(event.id, workspaceId, customerId))
  }
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

/**
 * Sets the plan of a workspace according to the subscriptions of its customers: the stored one, and the one
 * that an event is about. The workspace keeps its stored customer, unless only another one is subscribed.
 */
async function applyPlan(eventId: string, id: string, customerId: string): Promise<void> {
  const [handled] = await db.select().from(billingEvent).where(eq(billingEvent.id, eventId))
  if (handled) return
  const [before] = await db.select().from(workspace).where(eq(workspace.id, id))
  if (!before) return
  const stored = before.billingCustomerId ?? customerId
  const subscribed = await findSubscribedCustomer(id, new Set([stored, customerId]))
  const plan = subscribed === null ? 'free' : 'team'
  await write(async tx => {
    await tx.insert(billingEvent).values({ id: eventId, createdAt: Date.now() }).onConflictDoNothing()
    const [changed] = await tx
      .update(workspace)
      .set({ plan, billingCustomerId: subscribed ?? stored })
      .where(and(eq(workspace.id, id), ne(workspace.plan, 'unclaimed')))
      .returning({ id: workspace.id })
    if (changed && before.plan !== plan)
      await recordChange(tx, {
        kind: 'workspace.plan_changed',
        actor: system,
        subjectId: id,
        workspaceId: id,
        detail: plan,
      })
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
