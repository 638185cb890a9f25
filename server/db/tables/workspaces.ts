import { roles } from '../../../shared/contract/roles'
import { planIds } from '../../../shared/plans'
import type { People } from './people'
import type { Kit } from './kit'

/** Workspaces, who belongs to them, and what they used of their plan. */
export function defineWorkspaces(kit: Kit, { user }: People) {
  const { table, text, int, time, oneOf, index, uniqueIndex, primaryKey } = kit

  const workspace = table('workspace', {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    plan: oneOf('plan', planIds).notNull(),
    /** The person whose personal workspace this is: unique, so that a repeated sign-up adds none. */
    personalOwnerId: text('personal_owner_id')
      .unique()
      .references(() => user.id, { onDelete: 'set null' }),
    createdAt: time('created_at').notNull(),
    /** SHA-256 of the claim code, hex, while a workspace that an agent created is unclaimed. */
    claimHash: text('claim_hash').unique(),
    billingCustomerId: text('billing_customer_id').unique(),
    /** Set while an administrator suspends the workspace. */
    suspendedAt: time('suspended_at'),
    /** When the sweep deletes the workspace; until then it is suspended. */
    deletesAt: time('deletes_at'),
    /** The person with whom it is deleted, and whose deletion is cancelled with its own. */
    deletesWith: text('deletes_with'),
    /** The owner who lets agents invite reviewers; null: they may not. */
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
      /** The owner who created it; of an agent's, the owner who lets agents invite. */
      createdBy: text('created_by')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      /** The agent token that created it; null for those of people. */
      tokenId: text('token_id'),
      /** In lower case: only the account with this email may accept it; null: any account. */
      email: text('email'),
      expiresAt: time('expires_at').notNull(),
      acceptedAt: time('accepted_at'),
    },
    row => [index('invitation_workspace').on(row.workspaceId)],
  )

  /** Requests of people for access to a review or a project whose address they have. */
  const accessRequest = table(
    'access_request',
    {
      id: text('id').primaryKey(),
      userId: text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      /** The id of the review or project. No reference: there may be none, which must not show. */
      subjectId: text('subject_id').notNull(),
      /** The workspace of the review or project; null where there is none. */
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

  /** The usage of a workspace in a UTC calendar month. Deleting a review does not reduce it. */
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
