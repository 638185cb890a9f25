import { roles } from '../../../shared/contract/roles'
import { planIds } from '../../../shared/plans'
import type { People } from './people'
import type { Kit } from './kit'

/**
 * Defines the tables of workspaces, their members, invitations, access requests, usage and billing events.
 */
export function defineWorkspaces(kit: Kit, { user }: People) {
  const { table, text, int, size, time, oneOf, index, uniqueIndex, primaryKey } = kit

  const workspace = table('workspace', {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    plan: oneOf('plan', planIds).notNull(),
    /**
     * The person whose personal workspace this is; null for other workspaces. It is unique, so that a
     * repeated sign-up creates no second workspace.
     */
    personalOwnerId: text('personal_owner_id')
      .unique()
      .references(() => user.id, { onDelete: 'set null' }),
    /**
     * The name of the workspace in `DEFAULT_WORKSPACE` or `OIDC_GROUPS`, for which the server created it;
     * null for other workspaces.
     */
    settingName: text('setting_name').unique(),
    createdAt: time('created_at').notNull(),
    /**
     * The SHA-256 of the claim code, in hex. Only a workspace that an agent created and that is not claimed
     * yet has a claim code.
     */
    claimHash: text('claim_hash').unique(),
    billingCustomerId: text('billing_customer_id').unique(),
    /** When an administrator suspended the workspace; null if it is not suspended. */
    suspendedAt: time('suspended_at'),
    /**
     * When the sweep will delete the workspace, which is suspended until then; null if no deletion is
     * planned.
     */
    deletesAt: time('deletes_at'),
    /**
     * The person whose deletion also deletes the workspace. If their deletion is cancelled, the deletion of
     * the workspace is cancelled too.
     */
    deletesWith: text('deletes_with'),
    /** The owner who allowed agents to invite reviewers; null if agents are not allowed to invite. */
    agentInvitationsBy: text('agent_invitations_by'),
    /** The maximum number of stored bytes, which an administrator set; null for no maximum. */
    storageQuota: size('storage_quota'),
    /**
     * The number of days after which media is deleted, which an administrator set; null if the plan and the
     * setting RETENTION decide.
     */
    retentionDays: int('retention_days'),
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
      /** The SHA-256 of the invitation's token, in hex. */
      hash: text('hash').notNull().unique(),
      createdAt: time('created_at').notNull(),
      /**
       * The owner who created the invitation. If an agent created it, this is the owner who allowed agents to
       * invite.
       */
      createdBy: text('created_by')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      /** The agent token with which the invitation was created; null if a person created it. */
      tokenId: text('token_id'),
      /**
       * The email in lower case. Only the account with this email can accept the invitation; null if any
       * account can.
       */
      email: text('email'),
      expiresAt: time('expires_at').notNull(),
      acceptedAt: time('accepted_at'),
    },
    row => [index('invitation_workspace').on(row.workspaceId)],
  )

  /** Requests for access to a review or a project, from people who have its URL. */
  const accessRequest = table(
    'access_request',
    {
      id: text('id').primaryKey(),
      userId: text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      /**
       * The id of the review or project. It is not a foreign key: the subject may not exist, and the response
       * must not reveal whether it exists.
       */
      subjectId: text('subject_id').notNull(),
      /** The workspace of the review or project; null if the review or project does not exist. */
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

  /** The usage of a workspace in a calendar month (UTC). Deleting a review does not reduce the usage. */
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

  /** Events of the billing provider that this server has handled. */
  const billingEvent = table('billing_event', {
    id: text('id').primaryKey(),
    createdAt: time('created_at').notNull(),
  })

  return { workspace, membership, invitation, accessRequest, meter, billingEvent }
}

export type Workspaces = ReturnType<typeof defineWorkspaces>
