import { roles } from '../../../shared/contract/roles'
import { planIds } from '../../../shared/plans'
import type { People } from './people'
import type { Kit } from './kit'

/** Defines the tables of workspaces, their members and invitations, and the usage of their plan. */
export function defineWorkspaces(kit: Kit, { user }: People) {
  const { table, text, int, time, oneOf, index, uniqueIndex, primaryKey } = kit

  const workspace = table('workspace', {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    plan: oneOf('plan', planIds).notNull(),
    /** The person whose personal workspace this is. Unique, so that a repeated sign-up adds none. */
    personalOwnerId: text('personal_owner_id')
      .unique()
      .references(() => user.id, { onDelete: 'set null' }),
    createdAt: time('created_at').notNull(),
    /** SHA-256 of the claim code, hex, while a workspace that an agent created is unclaimed. */
    claimHash: text('claim_hash').unique(),
    billingCustomerId: text('billing_customer_id').unique(),
    /** Set while the workspace is suspended by an administrator. */
    suspendedAt: time('suspended_at'),
    /** When the sweep deletes the workspace, which is suspended until then. */
    deletesAt: time('deletes_at'),
    /** The person with whom the workspace is deleted; cancelling their deletion cancels this one. */
    deletesWith: text('deletes_with'),
    /** The owner who lets agents invite reviewers; null if agents may not. */
    agentInvitationsBy: text('agent_invitations_by'),
  })
  const membership = table(
    'membership',
    {
      workspaceId: text('workspace_id')
        .notNull()
        .references(() => workspace.id, { onDelete: 'cascade' }),
      userId: text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      role: oneOf('role', roles).notNull(),
      createdAt: time('created_at').notNull(),
    },
    row => [primaryKey({ columns: [row.workspaceId, row.userId] }), index('membership_user').on(row.userId)],
  )

  const invitation = table(
    'invitation',
    {
      id: text('id').primaryKey(),
      workspaceId: text('workspace_id')
        .notNull()
        .references(() => workspace.id, { onDelete: 'cascade' }),
      role: oneOf('role', roles).notNull(),
      /** SHA-256 of the token, hex. */
      hash: text('hash').notNull().unique(),
      createdAt: time('created_at').notNull(),
      /** The owner who created the invitation; if an agent created it, the owner who lets agents invite. */
      createdBy: text('created_by')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      /** The agent token that created the invitation; null if a person did. */
      tokenId: text('token_id'),
      /** In lower case. Only the account with this email may accept the invitation; null for any account. */
      email: text('email'),
      expiresAt: time('expires_at').notNull(),
      acceptedAt: time('accepted_at'),
    },
    row => [index('invitation_workspace').on(row.workspaceId)],
  )

  /** Requests for access to a review or a project by people who have its address. */
  const accessRequest = table(
    'access_request',
    {
      id: text('id').primaryKey(),
      userId: text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      /**
       * The id of the review or project. No reference: it may not exist, and the request must not reveal
       * that.
       */
      subjectId: text('subject_id').notNull(),
      /** The workspace of the review or project; null if it does not exist. */
      workspaceId: text('workspace_id').references(() => workspace.id, { onDelete: 'set null' }),
      message: text('message'),
      createdAt: time('created_at').notNull(),
      declinedAt: time('declined_at'),
    },
    row => [
      uniqueIndex('access_request_subject').on(row.userId, row.subjectId),
      index('access_request_workspace').on(row.workspaceId),
    ],
  )

  /** The usage of a workspace in a calendar month (UTC). Deleting a review does not reduce it. */
  const meter = table(
    'meter',
    {
      workspaceId: text('workspace_id')
        .notNull()
        .references(() => workspace.id, { onDelete: 'cascade' }),
      /** `2026-11` */
      month: text('month').notNull(),
      reviews: int('reviews').notNull().default(0),
      evidenceUnits: int('evidence_units').notNull().default(0),
    },
    row => [primaryKey({ columns: [row.workspaceId, row.month] })],
  )

  /** Events of the billing provider that were handled. */
  const billingEvent = table('billing_event', {
    id: text('id').primaryKey(),
    createdAt: time('created_at').notNull(),
  })

  return { workspace, membership, invitation, accessRequest, meter, billingEvent }
}

export type Workspaces = ReturnType<typeof defineWorkspaces>
