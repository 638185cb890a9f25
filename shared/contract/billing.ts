import { z } from 'zod'
import { planIds } from '../plans'
import { address, id, optional } from './kit/fields'
import { operations } from './kit/operation'

const workspaceId = id('workspace').meta({
  description: 'May be omitted by a member of exactly one workspace.',
})
const QueryOfWorkspace = z.object({ workspaceId: workspaceId.optional() })
const BodyOfWorkspace = z.object({ workspaceId: optional(workspaceId) })

const count = z.int().min(0)

/** The current usage of each counted limit. The fields have the same names as in the plan table. */
const Usage = z
  .strictObject({
    projectsPerWorkspace: count,
    reviewsPerMonth: count,
    evidenceUnitsPerMonth: count,
    agentKeys: count,
    members: count,
    reviewers: count,
    workspaces: count.meta({ description: 'Workspaces the caller owns on this plan.' }),
  })
  .meta({ id: 'Usage' })

const Limits = z
  .strictObject({
    projectsPerWorkspace: count.nullable(),
    reviewsPerMonth: count.nullable(),
    evidenceUnitsPerMonth: count.nullable(),
    agentKeys: count.nullable(),
    members: count.nullable(),
    reviewers: count.nullable(),
    workspaces: count.nullable(),
    fileBytes: count,
    videoMs: count.nullable(),
  })
  .meta({ id: 'Limits', description: 'null: no limit.' })

export const Billing = z
  .strictObject({
    workspaceId: id('workspace'),
    plan: z.enum(planIds),
    billing: z.enum(['off', 'stripe']),
    usage: Usage,
    limits: Limits,
    storedBytes: count.meta({ description: 'Originals and derivatives, without thumbnails.' }),
    storageQuota: count
      .nullable()
      .meta({ description: 'The maximum of `storedBytes`, set by an administrator; null: no maximum.' }),
    retention: z
      .strictObject({
        visibleDays: z.int().nullable(),
        recoverableDays: z.int().nullable(),
        isSetByAdmin: z.boolean().meta({
          description: 'Whether an administrator set it for this workspace; otherwise the plan decides.',
        }),
      })
      .meta({ description: 'null: media is never deleted.' }),
    permissions: z.strictObject({ canManageBilling: z.boolean() }),
  })
  .meta({ id: 'Billing' })
export type Billing = z.infer<typeof Billing>

const BillingAddress = z.strictObject({ url: address }).meta({ id: 'BillingAddress' })

export const billingOperations = operations({
  readBilling: {
    method: 'GET',
    path: '/api/billing',
    tag: 'Dashboard',
    summary: 'Read plan, usage and retention of a workspace',
    action: 'useDashboard',
    internal: true,
    query: QueryOfWorkspace,
    errors: ['not_found'],
    responses: { 200: Billing },
  },

  openCheckout: {
    method: 'POST',
    path: '/api/billing/checkout',
    tag: 'Dashboard',
    summary: 'Open the checkout page of the billing provider (owners only)',
    action: 'manageWorkspace',
    internal: true,
    body: BodyOfWorkspace.extend({ plan: z.enum(['team']) }),
    errors: ['not_found', 'conflict'],
    responses: { 200: BillingAddress },
  },

  openPortal: {
    method: 'POST',
    path: '/api/billing/portal',
    tag: 'Dashboard',
    summary: 'Open the page of the billing provider for changing or cancelling the plan (owners only)',
    action: 'manageWorkspace',
    internal: true,
    bodyOptional: true,
    body: BodyOfWorkspace,
    errors: ['not_found', 'conflict'],
    responses: { 200: BillingAddress },
  },

  receiveBillingEvent: {
    method: 'POST',
    path: '/api/billing/webhook',
    tag: 'Dashboard',
    summary: 'Receive a signed event of the billing provider',
    action: 'public',
    rate: 'none',
    internal: true,
    rawRequest: {
      raw: 'application/json',
      description: 'An event as Stripe signs it (Stripe-Signature header).',
    },
    errors: ['bad_request', 'forbidden', 'too_large'],
    responses: { 200: z.strictObject({ received: z.literal(true) }) },
  },
})
