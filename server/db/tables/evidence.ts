import { sql } from 'drizzle-orm'
import { artifactStatuses } from '../../../shared/contract/artifact'
import type { ComparisonSettings, ComparisonStatus } from '../../../shared/contract/comparison'
import type { RectangleGeometry } from '../../../shared/contract/geometry'
import type { Viewport } from '../../../shared/contract/kit/fields'
import { artifactKinds, mimeTypes, type Mime } from '../../../shared/contract/media-types'
import { callerTypes } from '../../../shared/contract/thread'
import type { Kit } from './kit'
import type { Reviews } from './reviews'

/**
 * Fields of a declared revision whose upload is not complete. They are copied to the artifact when the upload
 * is complete.
 */
export interface PendingEvidence {
  title?: string
  description?: string | null
  variationGroup?: string | null
  route?: string | null
  viewport?: Viewport | null
  commit?: string | null
  scenario?: string | null
}

/** The stored result of comparing a revision with another one. Responses contain it as `Comparison`. */
export interface StoredComparison {
  status: ComparisonStatus
  changedPercent: number | null
  boxes: RectangleGeometry[]
  /**
   * The number of moved blocks. Missing if no block moved, and in comparisons from before blocks were
   * counted.
   */
  moved?: number
  /**
   * The revision with which this one was compared, with its size and duration at that time; null if there was
   * no other revision.
   */
  against: {
    revisionId: string
    /** The artifact and review of the other revision; missing if it belongs to the same artifact. */
    from?: {
      artifactId: string
      reviewId: string
      /**
       * The fields of the media link to the picture of the revision `revisionId`; for a video, to its poster.
       * Missing if there is neither.
       */
      picture?: { purpose: 'embed' | 'poster'; generation: number }
    }
    width: number | null
    height: number | null
    durationMs: number | null
  } | null
}

/** Defines the tables of artifacts, their revisions, upload URLs, and settings for comparisons. */
export function defineEvidence(kit: Kit, { project, review, round }: Reviews) {
  const { table, text, int, bool, time, json, oneOf, index, uniqueIndex } = kit

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
      /** The revision that a person approved last, with their name and the time; null if no person did. */
      approvedRevisionId: text('approved_revision_id'),
      approvedBy: text('approved_by'),
      approvedAt: time('approved_at'),
      /** The index that the next revision gets. An index is never used twice. */
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
       * The duration of the video in milliseconds, according to its file; null for images and for revisions
       * that were completed before this column existed.
       */
      fileDurationMs: int('file_duration_ms'),
      /**
       * The width and height of the image or video in pixels, according to its file; null for revisions that
       * were completed before these columns existed.
       */
      fileWidth: int('file_width'),
      fileHeight: int('file_height'),
      /** Areas that are painted over before the revision is complete; null for none. */
      redactedAreas: json<RectangleGeometry[]>('redacted_areas'),
      /**
       * The blob key of the file in which the areas to redact are still visible. It equals the key of the
       * original until the areas are painted over, and is null after the file was deleted.
       */
      unredactedKey: text('unredacted_key'),
      roundId: text('round_id').references(() => round.id, { onDelete: 'set null' }),
      /** Whether the uploader declared that the revision shows the state before a change. */
      isBefore: bool('is_before').notNull().default(false),
      pending: json<PendingEvidence>('pending'),
      /**
       * The next five columns describe the file, with the values that were sent with this revision. They are
       * null for revisions from before these columns existed, except the latest completed revision, which got
       * the values of the artifact.
       */
      description: text('description'),
      route: text('route'),
      viewport: json<Viewport>('viewport'),
      commit: text('commit'),
      scenario: text('scenario'),
      /** The types of the tracks that the derivative of a video leaves out; null for none. */
      droppedTracks: json<string[]>('dropped_tracks'),
      /**
       * The blob keys of the revision's files (server/storage/keys.ts). They are private: never in a
       * response.
       */
      originalKey: text('original_key'),
      embedKey: text('embed_key'),
      embedMime: text('embed_mime').$type<Mime>(),
      embedBytes: int('embed_bytes'),
      /**
       * The SHA-256 of the embeddable derivative, in hex. Equal pixels have equal derivatives. null for
       * derivatives that were stored before this column existed.
       */
      embedHash: text('embed_hash'),
      /**
       * The key of the screen that the revision shows. All revisions with the same key show the same screen:
       * see baseline-key.ts.
       */
      baselineKey: text('baseline_key'),
      /** When a person accepted the revision by verifying the review; null if no person did. */
      acceptedAt: time('accepted_at'),
      /** When a person merged the pull request whose review shows the revision; null if no person did. */
      mergedAt: time('merged_at'),
      /** The comparisons with the previous revision and with the accepted one: see compare-revisions.ts. */
      change: json<StoredComparison>('change'),
      baseline: json<StoredComparison>('baseline'),
      /** Who attached the first frame of a video as its poster; null for other posters. */
      posterFrameById: text('poster_frame_by_id'),
      /** The blob key of the context that was sent with the revision, and its size in bytes. */
      contextKey: text('context_key'),
      contextBytes: int('context_bytes'),
      /**
       * The SHA-256 of the original, in hex; null for originals that were stored before this column existed.
       */
      originalHash: text('original_hash'),
      posterOriginalKey: text('poster_original_key'),
      posterOriginalHash: text('poster_original_hash'),
      posterKey: text('poster_key'),
      posterMime: text('poster_mime').$type<Mime>(),
      posterBytes: int('poster_bytes'),
      /** The current generations of the media links. A link with an earlier generation is revoked. */
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
      index('revision_incomplete')
        .on(row.createdAt)
        .where(sql`completed_at is null`),
      index('revision_accepted')
        .on(row.baselineKey, row.acceptedAt)
        .where(sql`accepted_at is not null`),
      index('revision_merged')
        .on(row.baselineKey, row.mergedAt)
        .where(sql`merged_at is not null`),
    ],
  )

  const upload = table(
    'upload',
    {
      id: text('id').primaryKey(),
      /** The SHA-256 of the token in the upload URL, in hex. */
      hash: text('hash').notNull().unique(),
      revisionId: text('revision_id')
        .notNull()
        .references(() => revision.id, { onDelete: 'cascade' }),
      purpose: oneOf('purpose', ['original', 'poster']).notNull(),
      mime: oneOf('mime', mimeTypes).notNull(),
      bytes: int('bytes').notNull(),
      /** The caller to whom the upload URL was issued; null for URLs from before this column existed. */
      issuedToType: oneOf('issued_to_type', callerTypes),
      issuedToId: text('issued_to_id'),
      createdAt: time('created_at').notNull(),
      expiresAt: time('expires_at').notNull(),
      receivedAt: time('received_at'),
    },
    row => [index('upload_revision').on(row.revisionId)],
  )

  const comparisonSettings = table(
    'comparison_settings',
    {
      /** The key of the screen whose revisions are compared with these settings: see baseline-key.ts. */
      key: text('key').primaryKey(),
      projectId: text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      settings: json<ComparisonSettings>('settings').notNull(),
      updatedAt: time('updated_at').notNull(),
      updatedBy: text('updated_by').notNull(),
    },
    row => [index('comparison_settings_project').on(row.projectId)],
  )

  return { artifact, revision, upload, comparisonSettings }
}

export type Evidence = ReturnType<typeof defineEvidence>
