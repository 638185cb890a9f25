import type { Capability } from '../../../shared/contract/capabilities'
import type { Role } from '../../../shared/contract/roles'
import type { AdminEventKind, EventActorType } from '../../../shared/events'
import type { Kit } from './kit'
import type { Reviews } from './reviews'
import type { Workspaces } from './workspaces'

/**
 * Defines the tables of agent tokens, OAuth codes, one-time addresses, audit events and idempotency records.
 */
export function defineRecords(kit: Kit, { workspace }: Workspaces, { project }: Reviews) {
  const { table, text, int, time, json, index } = kit

  const token = table(
    'token',
    {
      id: text('id').primaryKey(),
      workspaceId: text('workspace_id')
        .notNull()
        .references(() => workspace.id, { onDelete: 'cascade' }),
      projectId: text('project_id').references(() => project.id, { onDelete: 'cascade' }),
      name: text('name').notNull(),
      /** The SHA-256 of the token's secret, in hex. */
      hash: text('hash').notNull().unique(),
      prefix: text('prefix').notNull(),
      capabilities: json<Capability[]>('capabilities').notNull(),
      /**
       * The SHA-256 of the id of the OAuth client that got the token, in hex; null for other tokens, and for
       * tokens from before this column existed.
       */
      clientHash: text('client_hash'),
      createdAt: time('created_at').notNull(),
      createdBy: text('created_by'),
      lastUsedAt: time('last_used_at'),
      expiresAt: time('expires_at'),
      revokedAt: time('revoked_at'),
    },
    row => [index('token_workspace').on(row.workspaceId)],
  )

  /**
   * Codes that MCP clients exchange for an agent token (OAuth 2.1). A code can be used once, within a minute.
   */
  const oauthCode = table('oauth_code', {
    /** The SHA-256 of the code, in hex. */
    hash: text('hash').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspace.id, { onDelete: 'cascade' }),
    projectId: text('project_id').references(() => project.id, { onDelete: 'cascade' }),
    capabilities: json<Capability[]>('capabilities').notNull(),
    createdBy: text('created_by').notNull(),
    clientId: text('client_id').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    codeChallenge: text('code_challenge').notNull(),
    expiresAt: time('expires_at').notNull(),
    /** The token for which the code was exchanged; null before the exchange. */
    tokenId: text('token_id'),
  })

  /**
   * One-time URLs, to each of which an agent sends the files of one call: see
   * `server/domain/evidence/address-evidence.ts`. An idempotency record prevents a second use.
   */
  const evidenceAddress = table(
    'evidence_address',
    {
      /** The SHA-256 of the ticket in the address, in hex. */
      hash: text('hash').primaryKey(),
      tokenId: text('token_id')
        .notNull()
        .references(() => token.id, { onDelete: 'cascade' }),
      /** The texts of the form as JSON, encrypted with AES-256-GCM. */
      fields: text('fields').notNull(),
      expiresAt: time('expires_at').notNull(),
    },
    row => [
      index('evidence_address_expiry').on(row.expiresAt),
      index('evidence_address_token').on(row.tokenId),
    ],
  )

  const event = table(
    'event',
    {
      id: text('id').primaryKey(),
      workspaceId: text('workspace_id')
        .notNull()
        .references(() => workspace.id, { onDelete: 'cascade' }),
      kind: text('kind').notNull(),
      actorType: text('actor_type').$type<EventActorType>().notNull(),
      actorId: text('actor_id'),
      actorName: text('actor_name'),
      /**
       * The ids of the changed resource, its review and its project. They are not foreign keys, because
       * events remain after their subjects are deleted.
       */
      subjectId: text('subject_id').notNull(),
      reviewId: text('review_id'),
      /**
       * The version of the review that the change created; null for events that do not change a review, and
       * for events from before this column existed.
       */
      reviewVersion: int('review_version'),
      projectId: text('project_id'),
      /**
       * The role, in events about people and invitations; the reason, in events about actions of
       * administrators.
       */
      detail: text('detail'),
      createdAt: time('created_at').notNull(),
    },
    row => [
      index('event_recent').on(row.workspaceId, row.id),
      // An index for reading the changes of a review after a version: see review-changes.ts.
      index('event_of_review').on(row.reviewId, row.reviewVersion),
    ],
  )

  /**
   * The actions of administrators. The table has no foreign keys, because events remain after their subjects
   * are deleted.
   */
  const adminEvent = table('admin_event', {
    id: text('id').primaryKey(),
    kind: text('kind').$type<AdminEventKind>().notNull(),
    /** The administrator; null for an action of the server itself, or with `ADMIN_TOKEN`. */
    actorId: text('actor_id'),
    /** The name of the administrator, or `ADMIN_TOKEN`; null for an action of the server itself. */
    actorName: text('actor_name'),
    subjectId: text('subject_id').notNull(),
    /** The name of the person or workspace at the time of the action. */
    subjectName: text('subject_name').notNull(),
    /** The reason that the administrator entered; null for an action of the server itself. */
    reason: text('reason'),
    /** The membership that the action gave a person; null for other actions. */
    workspaceId: text('workspace_id'),
    workspaceName: text('workspace_name'),
    role: text('role').$type<Role>(),
    createdAt: time('created_at').notNull(),
  })

  const idempotency = table(
    'idempotency',
    {
      /** The SHA-256 (hex) of the caller, the idempotency key, and the operation with the ids in its path. */
      id: text('id').primaryKey(),
      /** The SHA-256 of the request body, in hex. */
      requestHash: text('request_hash').notNull(),
      /** The result of the call, encrypted with AES-256-GCM; null while the first call is running. */
      result: text('result'),
      /**
       * The id of the workspace of the call, to which a retry must have access; null in records of versions
       * before this column.
       */
      workspaceId: text('workspace_id'),
      /** Identifies one run of the call, so that a run whose lease has expired cannot store its result. */
      lease: text('lease').notNull(),
      expiresAt: time('expires_at').notNull(),
    },
    row => [index('idempotency_expiry').on(row.expiresAt)],
  )

  return { token, oauthCode, evidenceAddress, event, adminEvent, idempotency }
}
