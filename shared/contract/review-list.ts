import { z } from 'zod'
import { address, id, idParams, requiredText, timestamp } from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'
import { Review } from './review'
import { reviewStatuses } from './review-status'

/**
 * The orders in which the reviews of a project can be sorted: last change first, newest first, or by title,
 * branch, author or status. Reviews without a branch or author come last. The statuses are in the order open,
 * changes requested, verified. If two reviews are equal in the chosen order, the newer one comes first.
 */
export const reviewSorts = ['updated', 'created', 'title', 'branch', 'author', 'status'] as const
export type ReviewSort = (typeof reviewSorts)[number]

/** A review in the inbox or in the list of a project. */
export const ReviewSummary = Review.pick({
  id: true,
  title: true,
  status: true,
  url: true,
  externalRef: true,
  prRef: true,
  branch: true,
  createdAt: true,
  updatedAt: true,
  decidedAt: true,
  decidedBy: true,
})
  .extend({
    projectId: id('project'),
    projectName: z.string(),
    thumbnailUrl: address.nullable(),
    thumbnailExpiresAt: timestamp.nullable().meta({
      description: 'When the image at thumbnailUrl is hidden, or when it was deleted. null: never.',
    }),
    imageCount: z.int().meta({ description: 'Images with a completed revision.' }),
    videoCount: z.int().meta({ description: 'Videos with a completed revision.' }),
    artifactCount: z.int().meta({ description: 'Both together.' }),
    changes: z.strictObject({ changed: z.int(), new: z.int(), same: z.int(), expired: z.int() }).meta({
      description:
        'How many pieces of evidence look different from what people accepted: the `baseline.status` of ' +
        'their current revisions. All are `new` if nothing was accepted before.',
    }),
    openThreadCount: z.int(),
    addressedThreadCount: z.int(),
    unseenCount: z.int().meta({ description: 'Evidence whose current revision the caller has not seen.' }),
    unseenCommentCount: z.int().meta({ description: 'Comments of others the caller has not seen.' }),
    pendingCommentCount: z.int().meta({ description: 'Comments of the caller that are not submitted.' }),
    createdBy: z
      .string()
      .nullable()
      .meta({ description: 'The name of who created it; null for reviews from before names were stored.' }),
    archived: z.boolean().meta({
      description: 'Whether the caller has archived it, and nothing of it has changed since.',
    }),
    snoozedUntil: timestamp.nullable().meta({
      description: 'Until when the caller has snoozed it. A time in the past means that it is back.',
    }),
    ownVerdict: z
      .strictObject({ status: z.enum(reviewStatuses), decidedAt: timestamp })
      .nullable()
      .meta({ description: 'The latest verdict of the caller; null before their first.' }),
    verdictRequest: z
      .strictObject({
        by: z.string().nullable().meta({ description: 'The name of who asked; null where it is unknown.' }),
        byId: id('user').nullable().meta({ description: 'The id of that person; null where it is unknown.' }),
        at: timestamp,
      })
      .nullable()
      .meta({
        description: 'The request for a verdict of the caller, until they give one; null without a request.',
      }),
    isVerdictOutdated: z.boolean().meta({
      description: 'Whether evidence was completed after the verdict of the review; false while it is open.',
    }),
    changedSinceVerdict: z.boolean().meta({
      description:
        'Whether it has addressed comments, or evidence or comments of others that the caller has not ' +
        'seen, since the verdict of the caller, or, if they gave none, since the verdict of the review.',
    }),
  })
  .meta({ id: 'ReviewSummary' })
export type ReviewSummary = z.infer<typeof ReviewSummary>

/** The groups of the inbox, in their order. A review that fits several groups is in the first of them. */
export const inboxGroups = [
  'asked',
  'addressed',
  'sinceVerdict',
  'fresh',
  'open',
  'waiting',
  'decided',
] as const
export type InboxGroup = (typeof inboxGroups)[number]

/**
 * The number of reviews that a person has snoozed, and the times at which the reviews return to the inbox.
 */
const Snoozed = z
  .strictObject({
    count: z.int(),
    firstUntil: timestamp.nullable().meta({ description: 'When the first one returns; null without any.' }),
    lastUntil: timestamp.nullable().meta({ description: 'When the last one returns.' }),
  })
  .meta({ id: 'Snoozed' })
export type Snoozed = z.infer<typeof Snoozed>

const inboxQuery = z.object({ workspaceId: id('workspace').optional() })
const reviewIds = z.array(id('review')).min(1).max(limits.inboxReviews)

/** Operations that list reviews for people, and record which reviews a person has seen. */
export const reviewListOperations = operations({
  listReviews: {
    method: 'GET',
    path: '/api/projects/{id}/reviews',
    tag: 'Dashboard',
    summary: 'List the reviews of a project',
    action: 'useDashboard',
    agentsCall: 'GET /v1/reviews',
    internal: true,
    hasEtag: true,
    params: idParams('project'),
    query: z.object({
      status: z.enum(reviewStatuses).optional(),
      search: requiredText(limits.reviewSearch)
        .optional()
        .meta({ description: 'Text that the title, the branch, the pull request or the author contains.' }),
      sort: z.enum(reviewSorts).default('updated'),
      cursor: z
        .string()
        .max(limits.reviewCursor)
        .optional()
        .meta({ description: 'The `nextCursor` of the previous page of the same list.' }),
    }),
    responses: {
      200: z.strictObject({ reviews: z.array(ReviewSummary), nextCursor: z.string().nullable() }),
    },
  },

  readInbox: {
    method: 'GET',
    path: '/api/inbox',
    tag: 'Dashboard',
    summary: 'Read the inbox of the signed-in person',
    action: 'useDashboard',
    agentsCall: 'GET /v1/reviews',
    internal: true,
    hasEtag: true,
    query: inboxQuery,
    errors: ['not_found'],
    responses: {
      200: z.strictObject({
        asked: z.array(ReviewSummary).meta({
          description: 'Reviews that are not verified, for which a verdict of the caller is requested.',
        }),
        addressed: z.array(ReviewSummary).meta({ description: 'Reviews with addressed threads to check.' }),
        sinceVerdict: z.array(ReviewSummary).meta({
          description:
            'Verified reviews with news for the caller, however old the verdict is, and reviews for which ' +
            'the caller requested changes, with only new comments since.',
        }),
        fresh: z
          .array(ReviewSummary)
          .meta({ description: 'Undecided reviews with evidence the caller has not seen.' }),
        open: z.array(ReviewSummary).meta({ description: 'Other undecided reviews.' }),
        waiting: z
          .array(ReviewSummary)
          .meta({ description: 'Reviews with changes requested, and nothing new for the caller.' }),
        decided: z.array(ReviewSummary).meta({
          description:
            'Others that were verified within the last seven days, also by the caller alone where more ' +
            'reviewers are needed.',
        }),
        hasMore: z.boolean().meta({
          description: 'Whether reviews are left out: the inbox has those that changed last.',
        }),
        decidedCount: z.int().meta({
          description:
            'How many reviews the caller verified or requested changes for in the last seven days.',
        }),
        snoozed: Snoozed.meta({ description: 'Snoozed reviews, which are in no group.' }),
      }),
    },
  },

  listSnoozed: {
    method: 'GET',
    path: '/api/inbox/snoozed',
    tag: 'Dashboard',
    summary: 'List the reviews that the signed-in person has snoozed, in the order of their return',
    action: 'useDashboard',
    agentsCall: 'GET /v1/reviews',
    internal: true,
    query: inboxQuery,
    errors: ['not_found'],
    responses: { 200: z.strictObject({ reviews: z.array(ReviewSummary), hasMore: z.boolean() }) },
  },

  snoozeReviews: {
    method: 'PUT',
    path: '/api/inbox/snoozed',
    tag: 'Dashboard',
    summary: 'Take reviews out of the inbox of the signed-in person until a time, or put them back',
    description:
      'They return earlier when someone mentions the person in them or asks for their verdict. Archived ' +
      'reviews are no longer archived.',
    action: 'useDashboard',
    internal: true,
    errors: ['not_found'],
    body: z.object({
      reviewIds,
      until: timestamp.nullable().meta({
        description: `At most ${limits.snoozeDays} days from now. null puts them back.`,
      }),
    }),
    responses: { 204: null },
  },

  archiveReviews: {
    method: 'PUT',
    path: '/api/inbox/archived',
    tag: 'Dashboard',
    summary: 'Take reviews out of the inbox of the signed-in person until they change, or put them back',
    action: 'useDashboard',
    internal: true,
    errors: ['not_found'],
    body: z.object({ reviewIds, archived: z.boolean() }),
    responses: { 204: null },
  },

  markUnseen: {
    method: 'DELETE',
    path: '/api/reviews/{id}/seen',
    tag: 'Dashboard',
    summary: 'Forget what the signed-in person has seen of a review',
    action: 'useDashboard',
    internal: true,
    params: idParams('review'),
    responses: { 204: null },
  },

  markSeen: {
    method: 'POST',
    path: '/v1/reviews/{id}/seen',
    tag: 'Reviews',
    summary: 'Record what the signed-in person has seen',
    description:
      'Ids that are not a completed revision or a comment of the review are ignored. Repeated calls add up.',
    action: 'useDashboard',
    rate: 'none',
    params: idParams('review'),
    body: z
      .object({
        itemIds: z.array(z.string().max(80)).max(limits.seenIds, `must have at most ${limits.seenIds} ids`),
      })
      .meta({ id: 'MarkSeen' }),
    example: { itemIds: ['rvs_01KA3V6Y8T2N5Q7R9W4X1Z0B3C'] },
    responses: {
      200: z
        .strictObject({ reviewId: id('review'), seenItemIds: z.array(z.string()) })
        .meta({ id: 'SeenState' }),
    },
  },
})
