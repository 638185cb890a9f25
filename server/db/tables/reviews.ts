import { sql } from 'drizzle-orm'
import { baselineRules } from '../../../shared/contract/comparison'
import { reviewStatuses, type ReviewStatus } from '../../../shared/contract/review-status'
import type { Mention } from '../../../shared/contract/mention'
import type { People } from './people'
import type { Workspaces } from './workspaces'
import type { Kit } from './kit'

/** The decision about a review. Before the first verdict, all fields except `status` are null. */
export interface Decision {
  status: ReviewStatus
  decidedAt: number | null
  decidedBy: string | null
  decisionComment: string | null
}

/**
 * The condition for reviews that changed after their verdict. The verdict itself sets `updated_at` to
 * `decided_at`, or a few milliseconds later if other changes came at the same time. An index contains these
 * reviews.
 */
export const isChangedAfterVerdict = sql`updated_at > decided_at + 5`

/**
 * Defines the tables of projects and of their reviews, with the rounds, verdicts, requested reviewers, share
 * links and viewers of a review.
 */
export function defineReviews(kit: Kit, { user }: People, { workspace }: Workspaces) {
  const { table, text, int, bool, time, json, oneOf, index, uniqueIndex, primaryKey } = kit

  const project = table(
    'project',
    {
      id: text('id').primaryKey(),
      workspaceId: text('workspace_id')
        .notNull()
        .references(() => workspace.id, { onDelete: 'cascade' }),
      name: text('name').notNull(),
      slug: text('slug').notNull(),
      /**
       * The repository whose reviews the project contains, such as `github.com/acme/shop`; null if it is
       * unknown.
       */
      repository: text('repository'),
      /**
       * The number of reviews, and the number of reviews that are not verified: see adjust-review-counts.ts.
       */
      reviewCount: int('review_count').notNull().default(0),
      openReviewCount: int('open_review_count').notNull().default(0),
      /**
       * The version of the list of reviews. It is incremented when a review is created, updated or deleted,
       * and with every verdict.
       */
      reviewsVersion: int('reviews_version').notNull().default(0),
      /** Whether a review becomes verified only after every requested reviewer has verified it. */
      needsAllReviewers: bool('needs_all_reviewers').notNull().default(false),
      /** The rule that determines with which accepted revisions of other reviews new evidence is compared. */
      baselines: oneOf('baselines', baselineRules).notNull().default('verified'),
      /**
       * Whether the status of a commit is a success even without a verdict, if all evidence of its review
       * looks the same as the accepted evidence.
       */
      passesUnchanged: bool('passes_unchanged').notNull().default(false),
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
      /**
       * The workspace of the project. It never changes. It is also stored in the row of the review, so that
       * one index is enough to list the reviews of a workspace.
       */
      workspaceId: text('workspace_id').notNull().default(''),
      title: text('title').notNull(),
      status: oneOf('status', reviewStatuses).notNull(),
      externalRef: text('external_ref'),
      prRef: text('pr_ref'),
      /**
       * The number of the pull request in externalRef or, if it names none, in prRef. review-references.ts
       * finds reviews by this number. In reviews from before this column existed, it is the last number in
       * either text.
       */
      pullRequest: int('pull_request'),
      branch: text('branch'),
      commit: text('commit'),
      /**
       * When the commit or the pull request of the review last changed. A verdict before this time is about
       * an earlier commit or pull request.
       */
      referencesChangedAt: time('references_changed_at'),
      decidedAt: time('decided_at'),
      decidedBy: text('decided_by'),
      /** The name of the creator; null for reviews from before this column existed. */
      createdBy: text('created_by'),
      decisionComment: text('decision_comment'),
      createdAt: time('created_at').notNull(),
      updatedAt: time('updated_at').notNull(),
      /** The version of the review. It increases with every change in the review. */
      version: int('version').notNull().default(1),
      /**
       * The number of the last thread on the evidence of the review. The number of a deleted thread is not
       * used again.
       */
      lastThreadNumber: int('last_thread_number').notNull().default(0),
      /** The totals of the comments, which the limits of a review apply to: see domain/thread/usage.ts. */
      commentCount: int('comment_count'),
      commentBytes: int('comment_bytes'),
      markBytes: int('mark_bytes'),
    },
    row => [
      uniqueIndex('review_external_ref').on(row.projectId, row.externalRef),
      // Indexes for finding reviews of the same pull request or branch: see review-references.ts.
      index('review_pull_request').on(row.projectId, row.pullRequest),
      index('review_branch').on(row.projectId, row.branch),
      // Indexes for lists of reviews that are sorted by their last change: see list-latest.ts.
      index('review_latest').on(row.projectId, row.status, row.updatedAt, row.id),
      index('review_latest_of_workspace').on(row.workspaceId, row.status, row.updatedAt, row.id),
      // An index for reviews that changed after their verdict: see list-inbox.ts. The verdict itself sets
      // updatedAt a little later than decidedAt. This index has the same columns as the index above but fewer
      // rows, so SQLite prefers it.
      index('review_changed_of_workspace')
        .on(row.workspaceId, row.status, row.updatedAt, row.id)
        .where(isChangedAfterVerdict),
      // Indexes for pages of the catalog, from the newest review to the oldest.
      index('review_catalog').on(row.projectId, row.id),
      index('review_catalog_of_workspace').on(row.workspaceId, row.id),
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

  /** All verdicts. Only the latest verdict of each person counts. */
  const verdict = table(
    'verdict',
    {
      id: text('id').primaryKey(),
      reviewId: text('review_id')
        .notNull()
        .references(() => review.id, { onDelete: 'cascade' }),
      authorId: text('author_id').notNull(),
      /** The author's name at the time of the verdict. */
      authorName: text('author_name').notNull(),
      status: oneOf('status', reviewStatuses).notNull(),
      comment: text('comment'),
      /** The people whom the comment mentions; null for none. */
      mentions: json<Mention[]>('mentions'),
      /**
       * The decision that the verdict replaced. It is restored when the verdict is undone. null if the
       * verdict did not change the decision, or is from before this column existed.
       */
      replaced: json<Decision>('replaced'),
      /**
       * The ids of the revisions and comments that the author had not seen, and that the verdict marked as
       * seen. They are unseen again when the verdict is undone. null for none.
       */
      markedSeen: json<string[]>('marked_seen'),
      createdAt: time('created_at').notNull(),
    },
    row => [
      // The author is part of this index. Without it, SQLite would use the index below to find a person's
      // verdict on a review, and would read all verdicts of the person.
      index('verdict_review').on(row.reviewId, row.authorId, row.createdAt),
      // An index for counting the verdicts of a person: see count-decided.ts.
      index('verdict_author').on(row.authorId, row.createdAt),
    ],
  )

  const requestedReviewer = table(
    'requested_reviewer',
    {
      reviewId: text('review_id')
        .notNull()
        .references(() => review.id, { onDelete: 'cascade' }),
      userId: text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      /** The name of the person at the time of the request. */
      name: text('name').notNull(),
      createdAt: time('created_at').notNull(),
    },
    row => [
      primaryKey({ columns: [row.reviewId, row.userId] }),
      index('requested_reviewer_user').on(row.userId),
    ],
  )

  const shareLink = table(
    'share_link',
    {
      id: text('id').primaryKey(),
      reviewId: text('review_id')
        .notNull()
        .references(() => review.id, { onDelete: 'cascade' }),
      /** The SHA-256 of the share link's token, in hex. */
      hash: text('hash').notNull().unique(),
      /** The encrypted token, so that members can copy the link again; null for older and revoked links. */
      sealedToken: text('sealed_token'),
      name: text('name'),
      createdAt: time('created_at').notNull(),
      createdBy: text('created_by').notNull(),
      expiresAt: time('expires_at'),
      revokedAt: time('revoked_at'),
      /** The scrypt hash of the password that visitors enter; null without a password. */
      passwordHash: text('password_hash'),
      allowComments: bool('allow_comments').notNull().default(false),
      allowDownload: bool('allow_download').notNull().default(false),
    },
    row => [index('share_link_review').on(row.reviewId)],
  )

  /** The open pages of members that show a review. Each row is one event stream. */
  const viewer = table(
    'viewer',
    {
      id: text('id').primaryKey(),
      reviewId: text('review_id')
        .notNull()
        .references(() => review.id, { onDelete: 'cascade' }),
      userId: text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      /** The time at which the page was last known to be open: see presence.ts. */
      seenAt: time('seen_at').notNull(),
    },
    row => [index('viewer_review').on(row.reviewId), index('viewer_user').on(row.userId)],
  )

  return { project, review, round, verdict, requestedReviewer, shareLink, viewer }
}

export type Reviews = ReturnType<typeof defineReviews>
