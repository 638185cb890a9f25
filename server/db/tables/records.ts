import type { Capability } from '../../../shared/contract/capabilities'
import type { AdminEventKind, EventActorType } from '../../../shared/events'
import type { Kit } from './kit'
import type { Reviews } from './reviews'
import type { Workspaces } from './workspaces'

/** Agent tokens, codes for them, audit events and idempotency records. */
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
      /** SHA-256 of the secret, hex. */
      hash: text('hash').notNull().unique(),
      prefix: text('prefix').notNull(),
      capabilities: json<Capability[]>('capabilities').notNull(),
      createdAt: time('created_at').notNull(),
      createdBy: text('created_by'),
      lastUsedAt: time('last_used_at'),
      expiresAt: time('expires_at'),
      revokedAt: time('revoked_at'),
    },
    row => [index('token_workspace').on(row.workspaceId)],
  )

  /** Codes by which MCP clients get an agent token (OAuth 2.1). They are valid once and for a minute. */
  const oauthCode = table('oauth_code', {
    /** SHA-256 of the code, hex. */
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
    /** The token that it gave; null until it is used. */
    tokenId: text('token_id'),
  })

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
      /** What changed, and where it belongs. No references: events outlive what they are about. */
      subjectId: text('subject_id').notNull(),
      reviewId: text('review_id'),
      /**
       * The version of the review that the change made; null for events that are no change of a review, and
       * for those from before this column existed.
       */
      reviewVersion: int('review_version'),
      projectId: text('project_id'),
      /** For events about people and invitations: the role; for acts of administrators: the reason. */
      detail: text('detail'),
      createdAt: time('created_at').notNull(),
    },
    row => [
      index('event_recent').on(row.workspaceId, row.id),
      // The changes of a review since a version: see read-news.ts.
      index('event_of_review').on(row.reviewId, row.reviewVersion),
    ],
  )

  /** What administrators did. No references: these events outlive what they are about. */
  const adminEvent = table('admin_event', {
    id: text('id').primaryKey(),
    kind: text('kind').$type<AdminEventKind>().notNull(),
    /** The administrator; null for the server itself. */
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    subjectId: text('subject_id').notNull(),
    /** The name of the person or workspace at that time. */
    subjectName: text('subject_name').notNull(),
    /** As the administrator typed it; null for the server itself. */
    reason: text('reason'),
    createdAt: time('created_at').notNull(),
  })

  const idempotency = table(
    'idempotency',
    {
      /** SHA-256 over caller, operation with its ids, and key, hex. */
      id: text('id').primaryKey(),
      /** SHA-256 of the request body, hex. */
      requestHash: text('request_hash').notNull(),
      /** The result, encrypted with AES-256-GCM; null while the first call runs. */
      result: text('result'),
      /** Identifies the run of the call, so that an expired run cannot store its result. */
      lease: text('lease').notNull(),
      expiresAt: time('expires_at').notNull(),
    },
    row => [index('idempotency_expiry').on(row.expiresAt)],
  )

  return { token, oauthCode, event, adminEvent, idempotency }
}
