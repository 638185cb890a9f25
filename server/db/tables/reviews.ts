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
      /** Increases with every change of anything in the review. */
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
