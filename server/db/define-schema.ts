import { sql } from 'drizzle-orm'
import type { Mime, Viewport } from '../../shared/contract/kit/fields'
import { artifactKinds, mimeTypes } from '../../shared/contract/kit/fields'
import type { Geometry } from '../../shared/contract/geometry'
import { threadKinds } from '../../shared/contract/geometry'
import type { Capability } from '../../shared/contract/capabilities'
import { reviewStatuses, threadStatuses } from '../../shared/contract/review-status'
import { authorTypes } from '../../shared/contract/thread'
import { artifactStatuses } from '../../shared/contract/artifact'
import { roles } from '../../shared/contract/roles'
import { planIds } from '../../shared/plans'
import type { EventActorType } from '../../shared/events'
import type { Kit } from './kit'

/** What a declaration says of the picture; it reaches the artifact when the revision completes. */
export interface PendingEvidence {
  title?: string
  description?: string | null
  variationGroup?: string | null
  route?: string | null
  viewport?: Viewport | null
  commit?: string | null
  scenario?: string | null
}

/** Every table, made of one kit of columns, so that each database has the same row types. */
export function defineSchema(kit: Kit) {
  const { table, text, int, bool, time, date, json, oneOf, index, uniqueIndex, primaryKey } = kit

  // People: the tables better-auth reads and writes (its own field names).
  const user = table('user', {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull().unique(),
    emailVerified: bool('email_verified').notNull().default(false),
    image: text('image'),
    lastWorkspaceId: text('last_workspace_id'),
    createdAt: date('created_at').notNull(),
    updatedAt: date('updated_at').notNull(),
  })
  const session = table(
    'session',
    {
      id: text('id').primaryKey(),
      token: text('token').notNull().unique(),
      userId: text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      expiresAt: date('expires_at').notNull(),
      ipAddress: text('ip_address'),
      userAgent: text('user_agent'),
      createdAt: date('created_at').notNull(),
      updatedAt: date('updated_at').notNull(),
    },
    row => [index('session_user').on(row.userId)],
  )
  const account = table(
    'account',
    {
      id: text('id').primaryKey(),
      accountId: text('account_id').notNull(),
      providerId: text('provider_id').notNull(),
      userId: text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      accessToken: text('access_token'),
      refreshToken: text('refresh_token'),
      idToken: text('id_token'),
      accessTokenExpiresAt: date('access_token_expires_at'),
      refreshTokenExpiresAt: date('refresh_token_expires_at'),
      scope: text('scope'),
      password: text('password'),
      createdAt: date('created_at').notNull(),
      updatedAt: date('updated_at').notNull(),
    },
    row => [index('account_user').on(row.userId)],
  )
  const verification = table(
    'verification',
    {
      id: text('id').primaryKey(),
      identifier: text('identifier').notNull(),
      value: text('value').notNull(),
      expiresAt: date('expires_at').notNull(),
      createdAt: date('created_at').notNull(),
      updatedAt: date('updated_at').notNull(),
    },
    row => [index('verification_identifier').on(row.identifier)],
  )
  const deviceCode = table('device_code', {
    id: text('id').primaryKey(),
    deviceCode: text('device_code').notNull().unique(),
    userCode: text('user_code').notNull().unique(),
    userId: text('user_id').references(() => user.id, { onDelete: 'cascade' }),
    expiresAt: date('expires_at').notNull(),
    status: text('status').notNull(),
    lastPolledAt: date('last_polled_at'),
    pollingInterval: int('polling_interval'),
    clientId: text('client_id'),
    scope: text('scope'),
  })

  const workspace = table('workspace', {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    plan: oneOf('plan', planIds).notNull(),
    /** The account this workspace was made for at sign-up; one each, however often sign-up is interrupted. */
    homeOf: text('home_of')
      .unique()
      .references(() => user.id, { onDelete: 'set null' }),
    createdAt: time('created_at').notNull(),
    /** SHA-256 of the claim code, hex, while nobody has claimed a workspace that an agent made. */
    claimHash: text('claim_hash').unique(),
    billingCustomerId: text('billing_customer_id').unique(),
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
      createdBy: text('created_by')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      expiresAt: time('expires_at').notNull(),
      acceptedAt: time('accepted_at'),
    },
    row => [index('invitation_workspace').on(row.workspaceId)],
  )

  /** What a workspace used in a UTC calendar month. Nothing is given back: a deleted review was made. */
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

  /** Notices of the billing provider that were handled. */
  const billingEvent = table('billing_event', {
    id: text('id').primaryKey(),
    createdAt: time('created_at').notNull(),
  })

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

  const project = table(
    'project',
    {
      id: text('id').primaryKey(),
      workspaceId: text('workspace_id')
        .notNull()
        .references(() => workspace.id, { onDelete: 'cascade' }),
      name: text('name').notNull(),
      slug: text('slug').notNull(),
      createdAt: time('created_at').notNull(),
    },
    row => [index('project_workspace').on(row.workspaceId)],
  )

  const review = table(
    'review',
    {
      id: text('id').primaryKey(),
      projectId: text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      title: text('title').notNull(),
      status: oneOf('status', reviewStatuses).notNull(),
      externalRef: text('external_ref'),
      prRef: text('pr_ref'),
      branch: text('branch'),
      commit: text('commit'),
      decidedAt: time('decided_at'),
      decidedBy: text('decided_by'),
      createdAt: time('created_at').notNull(),
      updatedAt: time('updated_at').notNull(),
      /** Moves on with every change of anything in the review. */
      version: int('version').notNull().default(1),
    },
    row => [
      uniqueIndex('review_external_ref').on(row.projectId, row.externalRef),
      index('review_recent').on(row.projectId, row.updatedAt),
    ],
  )

  const round = table(
    'round',
    {
      id: text('id').primaryKey(),
      reviewId: text('review_id')
        .notNull()
        .references(() => review.id, { onDelete: 'cascade' }),
      number: int('number').notNull(),
      key: text('key'),
      summary: text('summary'),
      createdAt: time('created_at').notNull(),
    },
    row => [
      uniqueIndex('round_number').on(row.reviewId, row.number),
      uniqueIndex('round_key').on(row.reviewId, row.key),
    ],
  )

  const artifact = table(
    'artifact',
    {
      id: text('id').primaryKey(),
      reviewId: text('review_id')
        .notNull()
        .references(() => review.id, { onDelete: 'cascade' }),
      kind: oneOf('kind', artifactKinds).notNull(),
      title: text('title').notNull(),
      description: text('description'),
      variationGroup: text('variation_group'),
      preferred: bool('preferred').notNull().default(false),
      route: text('route'),
      viewport: json<Viewport>('viewport'),
      commit: text('commit'),
      scenario: text('scenario'),
      status: oneOf('status', artifactStatuses).notNull(),
      /** The index the next revision gets; indexes are never used twice. */
      nextIndex: int('next_index').notNull(),
      createdAt: time('created_at').notNull(),
      updatedAt: time('updated_at').notNull(),
    },
    row => [
      index('artifact_review').on(row.reviewId),
      uniqueIndex('artifact_preferred')
        .on(row.reviewId, row.variationGroup)
        .where(sql`preferred = true`),
    ],
  )

  const revision = table(
    'revision',
    {
      id: text('id').primaryKey(),
      artifactId: text('artifact_id')
        .notNull()
        .references(() => artifact.id, { onDelete: 'cascade' }),
      index: int('index').notNull(),
      mime: oneOf('mime', mimeTypes).notNull(),
      bytes: int('bytes').notNull(),
      width: int('width'),
      height: int('height'),
      durationMs: int('duration_ms'),
      /**
       * Length of the video as the file itself states it; null for images and for revisions completed before
       * it was stored.
       */
      fileDurationMs: int('file_duration_ms'),
      roundId: text('round_id').references(() => round.id, { onDelete: 'set null' }),
      pending: json<PendingEvidence>('pending'),
      /** Blob keys: private, never in an answer. */
      originalKey: text('original_key'),
      embedKey: text('embed_key'),
      embedMime: text('embed_mime').$type<Mime>(),
      embedBytes: int('embed_bytes'),
      posterOriginalKey: text('poster_original_key'),
      posterKey: text('poster_key'),
      posterMime: text('poster_mime').$type<Mime>(),
      posterBytes: int('poster_bytes'),
      /** Capability generations: an address of an older one is dead. */
      embedGeneration: int('embed_generation').notNull().default(0),
      downloadGeneration: int('download_generation').notNull().default(0),
      posterGeneration: int('poster_generation').notNull().default(0),
      createdAt: time('created_at').notNull(),
      completedAt: time('completed_at'),
      mediaDeletedAt: time('media_deleted_at'),
    },
    row => [
      uniqueIndex('revision_index').on(row.artifactId, row.index),
      index('revision_round').on(row.roundId),
    ],
  )

  const upload = table(
    'upload',
    {
      id: text('id').primaryKey(),
      /** SHA-256 of the token, hex. */
      hash: text('hash').notNull().unique(),
      revisionId: text('revision_id')
        .notNull()
        .references(() => revision.id, { onDelete: 'cascade' }),
      purpose: oneOf('purpose', ['original', 'poster']).notNull(),
      mime: oneOf('mime', mimeTypes).notNull(),
      bytes: int('bytes').notNull(),
      /** The caller that obtained the address; null for addresses issued before it was stored. */
      issuedToType: oneOf('issued_to_type', authorTypes),
      issuedToId: text('issued_to_id'),
      createdAt: time('created_at').notNull(),
      expiresAt: time('expires_at').notNull(),
      receivedAt: time('received_at'),
    },
    row => [index('upload_revision').on(row.revisionId)],
  )

  const thread = table(
    'thread',
    {
      id: text('id').primaryKey(),
      reviewId: text('review_id')
        .notNull()
        .references(() => review.id, { onDelete: 'cascade' }),
      artifactId: text('artifact_id').references(() => artifact.id, { onDelete: 'cascade' }),
      revisionId: text('revision_id').references(() => revision.id, { onDelete: 'cascade' }),
      kind: oneOf('kind', threadKinds).notNull(),
      geometry: json<Geometry>('geometry'),
      timestampMs: int('timestamp_ms'),
      status: oneOf('status', threadStatuses).notNull(),
      createdAt: time('created_at').notNull(),
      updatedAt: time('updated_at').notNull(),
    },
    row => [
      index('thread_counts').on(row.reviewId, row.artifactId, row.status),
      index('thread_artifact').on(row.artifactId),
    ],
  )

  const comment = table(
    'comment',
    {
      id: text('id').primaryKey(),
      threadId: text('thread_id')
        .notNull()
        .references(() => thread.id, { onDelete: 'cascade' }),
      body: text('body').notNull(),
      authorType: oneOf('author_type', authorTypes).notNull(),
      authorId: text('author_id').notNull(),
      /** As it was when they wrote. */
      authorName: text('author_name').notNull(),
      createdAt: time('created_at').notNull(),
    },
    row => [index('comment_thread').on(row.threadId)],
  )

  const seen = table(
    'seen',
    {
      userId: text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      reviewId: text('review_id')
        .notNull()
        .references(() => review.id, { onDelete: 'cascade' }),
      itemId: text('item_id').notNull(),
    },
    row => [primaryKey({ columns: [row.userId, row.reviewId, row.itemId] })],
  )

  const shareLink = table(
    'share_link',
    {
      id: text('id').primaryKey(),
      reviewId: text('review_id')
        .notNull()
        .references(() => review.id, { onDelete: 'cascade' }),
      /** SHA-256 of the token, hex. */
      hash: text('hash').notNull().unique(),
      createdAt: time('created_at').notNull(),
      createdBy: text('created_by').notNull(),
      expiresAt: time('expires_at'),
      revokedAt: time('revoked_at'),
    },
    row => [index('share_link_review').on(row.reviewId)],
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
      /** What it happened to, and where that belongs; kept when the thing itself is gone. */
      subjectId: text('subject_id').notNull(),
      reviewId: text('review_id'),
      projectId: text('project_id'),
      /** For events about people and invitations: the role. */
      detail: text('detail'),
      createdAt: time('created_at').notNull(),
    },
    row => [index('event_recent').on(row.workspaceId, row.id)],
  )

  const idempotency = table(
    'idempotency',
    {
      /** SHA-256 over caller, operation with its ids, and key, hex. */
      id: text('id').primaryKey(),
      /** SHA-256 of the request body, hex. */
      requestHash: text('request_hash').notNull(),
      /** The answer, AES-256-GCM; null while the first call runs. */
      answer: text('answer'),
      /** Marks this run of the call, so that an expired one cannot answer for its successor. */
      lease: text('lease').notNull(),
      expiresAt: time('expires_at').notNull(),
    },
    row => [index('idempotency_expiry').on(row.expiresAt)],
  )

  return {
    user,
    session,
    account,
    verification,
    deviceCode,
    workspace,
    membership,
    invitation,
    meter,
    billingEvent,
    token,
    project,
    review,
    round,
    artifact,
    revision,
    upload,
    thread,
    comment,
    seen,
    shareLink,
    event,
    idempotency,
  }
}
