import { reviewStatuses } from '../../../shared/contract/review-status'
import type { Workspaces } from './workspaces'
import type { Kit } from './kit'

/** Projects, their reviews, and the rounds and share links of a review. */
export function defineReviews(kit: Kit, { workspace }: Workspaces) {
  const { table, text, int, time, oneOf, index, uniqueIndex } = kit

  const project = table(
    'project',
    {
      id: text('id').primaryKey(),
      workspaceId: text('workspace_id')
        .notNull()
        .references(() => workspace.id, { onDelete: 'cascade' }),
      name: text('name').notNull(),
      slug: text('slug').notNull(),
      /** The number of its reviews, and of those that are not verified: see count-reviews.ts. */
      reviewCount: int('review_count').notNull().default(0),
      openReviewCount: int('open_review_count').notNull().default(0),
      /** Increases with every review that is created or deleted, and with every verdict. */
      reviewsVersion: int('reviews_version').notNull().default(0),
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
      /** That of its project, which never changes: the reviews of a workspace are listed by one index. */
      workspaceId: text('workspace_id').notNull().default(''),
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
      /** Increases with every change of anything in the review. */
      version: int('version').notNull().default(1),
    },
    row => [
      uniqueIndex('review_external_ref').on(row.projectId, row.externalRef),
      // Lists of reviews, by their last change: see list-latest.ts.
      index('review_latest').on(row.projectId, row.status, row.updatedAt, row.id),
      index('review_latest_of_workspace').on(row.workspaceId, row.status, row.updatedAt, row.id),
      // Pages of the catalog, newest first.
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

  return { project, review, round, shareLink }
}

export type Reviews = ReturnType<typeof defineReviews>
