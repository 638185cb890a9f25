import { z } from 'zod'
import { Artifact } from './artifact'
import {
  address,
  id,
  idParams,
  optional,
  repository,
  requiredText,
  text,
  ThreadCounts,
  timestamp,
} from './kit/fields'
import { limits } from './kit/limits'
import { changeEvents, operations } from './kit/operation'
import { Mention } from './mention'
import { reviewStatuses } from './review-status'

export const Review = z
  .strictObject({
    id: id('review'),
    title: z.string(),
    status: z
      .enum(reviewStatuses)
      .meta({ description: 'The verdict. Only people set it, from any value to any other.' }),
    url: address.meta({ description: 'The page for people of the workspace.' }),
    externalRef: z.string().nullable(),
    prRef: z.string().nullable(),
    branch: z.string().nullable(),
    commit: z.string().nullable(),
    referencesChangedAt: timestamp.nullable().meta({
      description:
        'When it last began to name another commit or pull request, which makes a verdict outdated.',
    }),
    createdAt: timestamp,
    updatedAt: timestamp,
    decidedAt: timestamp
      .nullable()
      .meta({ description: 'When a human set the present status; null before the first verdict.' }),
    decidedBy: z.string().nullable().meta({ description: 'The name of the person who set it.' }),
    decisionComment: z
      .string()
      .nullable()
      .meta({ description: 'The comment of that person: untrusted text; null for none.' }),
  })
  .meta({ id: 'Review' })
export type Review = z.infer<typeof Review>

export const Round = z
  .strictObject({
    id: id('round'),
    number: z.int().min(1),
    summary: z.string().meta({ description: 'Empty when none was given.' }),
    createdAt: timestamp,
  })
  .meta({ id: 'Round' })
export type Round = z.infer<typeof Round>

/** A person who was asked for a verdict on a review, or has given one. */
export const Reviewer = z
  .strictObject({
    userId: id('user'),
    name: z.string(),
    isRequested: z.boolean().meta({ description: 'Whether this person was asked for a verdict.' }),
    isAwaited: z.boolean().meta({ description: 'Whether they were asked and have given no verdict since.' }),
    status: z
      .enum(reviewStatuses)
      .nullable()
      .meta({ description: 'Their latest verdict; null before the first.' }),
    comment: z.string().nullable().meta({ description: 'Their comment: untrusted text.' }),
    mentions: z.array(Mention).meta({ description: 'The people whom the comment mentions.' }),
    decidedAt: timestamp.nullable(),
  })
  .meta({ id: 'Reviewer' })
export type Reviewer = z.infer<typeof Reviewer>

/** A person with an open page that shows a review. */
export interface Viewer {
  userId: string
  name: string
}

const payload = {
  review: Review,
  project: z.strictObject({ id: id('project'), name: z.string(), workspaceId: id('workspace') }),
  artifacts: z.array(Artifact),
  threadCounts: ThreadCounts,
  markdown: z.string(),
}

export const CreatedReview = z.strictObject({ reused: z.boolean(), ...payload }).meta({ id: 'CreatedReview' })
export type CreatedReview = z.infer<typeof CreatedReview>

export const ReviewPayload = z
  .strictObject({
    ...payload,
    rounds: z.array(Round),
    reviewers: z
      .array(Reviewer)
      .meta({ description: 'Those who were requested first, then others who decided.' }),
    seenItemIds: z
      .array(z.string())
      .optional()
      .meta({ description: 'Personal; for signed-in members only.' }),
  })
  .meta({ id: 'ReviewPayload' })
export type ReviewPayload = z.infer<typeof ReviewPayload>

const UpdatedReview = Review.extend({
  markdown: payload.markdown.meta({ description: 'All evidence of the review, for the pull request.' }),
}).meta({ id: 'UpdatedReview' })
export type UpdatedReview = z.infer<typeof UpdatedReview>

/** The meaning of the references of a new review, for each operation that has them. */
export const externalRefMeaning =
  'A stable reference: all calls with it use one review of the project. Best the branch, known before ' +
  'the pull request is. A pull request is found in whatever form it is named: its address, ' +
  '`acme/shop#77`, `#77` or `pr-77`. Stored as the first call sent it.'
export const prRefMeaning =
  'The pull request, as its address, `acme/shop#77` or `#77`. By default the one that `externalRef` names ' +
  'with its repository.'

const CreateReviewBody = z
  .object({
    title: requiredText(limits.title),
    projectId: optional(
      id('project').meta({
        description:
          'By default the project of the repository, which is created if there is none. Without ' +
          '`repository`, of the one in prRef or externalRef, or else the only project.',
      }),
    ),
    repository: optional(repository),
    prRef: text(limits.prRef).nullish().meta({ description: prRefMeaning }),
    branch: text(limits.branch).nullish(),
    commit: text(limits.commit).nullish(),
    externalRef: requiredText(limits.externalRef).nullish().meta({ description: externalRefMeaning }),
  })
  .meta({ id: 'CreateReview' })

const UpdateReviewBody = CreateReviewBody.pick({ prRef: true, branch: true, commit: true })
  .extend({ title: optional(requiredText(limits.title)) })
  .refine(
    body => Object.values(body).some(value => value !== undefined),
    'must have title, branch, commit or prRef',
  )
  .meta({ id: 'UpdateReview' })

/** The state that the caller has read. If the review has changed since, the stream begins with an event. */
export const WatchQuery = z.object({
  since: timestamp
    .optional()
    .meta({ description: 'The `updatedAt` of the review as the caller has read it.' }),
})

/**
 * The orders of a project's list: last change first, newest first, or by title, branch, author or verdict.
 * Reviews without a branch or author come last; open reviews come before those with changes requested, and
 * these before verified ones. Equal reviews are sorted newest first.
 */
export const reviewSorts = ['updated', 'created', 'title', 'branch', 'author', 'status'] as const
export type ReviewSort = (typeof reviewSorts)[number]

/** A row of the inbox and of a project's list. */
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
})
  .extend({
    projectId: id('project'),
    projectName: z.string(),
    thumbnailUrl: address.nullable(),
    thumbnailExpiresAt: timestamp.nullable().meta({
      description: 'When the image at thumbnailUrl is hidden, or was deleted; null if never.',
    }),
    imageCount: z.int().meta({ description: 'Images with a completed revision.' }),
    videoCount: z.int().meta({ description: 'Videos with a completed revision.' }),
    artifactCount: z.int().meta({ description: 'Both together.' }),
    openThreadCount: z.int(),
    addressedThreadCount: z.int(),
    unseenCount: z.int().meta({ description: 'Evidence whose current revision the caller has not seen.' }),
    unseenCommentCount: z.int().meta({ description: 'Comments of others the caller has not seen.' }),
    pendingCommentCount: z.int().meta({ description: 'Comments of the caller that are not submitted.' }),
    createdBy: z
      .string()
      .nullable()
      .meta({ description: 'The name of its creator; null for reviews from before names were stored.' }),
    archived: z.boolean().meta({
      description: 'Whether the caller has archived it and nothing in it has changed since.',
    }),
    ownVerdict: z
      .strictObject({ status: z.enum(reviewStatuses), decidedAt: timestamp })
      .nullable()
      .meta({ description: 'The latest verdict of the caller; null before their first.' }),
    verdictRequest: z
      .strictObject({
        by: z.string().nullable().meta({ description: 'The name of the person who asked; null if unknown.' }),
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
        'seen, since the verdict of the caller, or since that of the review if they gave none.',
    }),
  })
  .meta({ id: 'ReviewSummary' })
export type ReviewSummary = z.infer<typeof ReviewSummary>

export const reviewOperations = operations({
  createReview: {
    method: 'POST',
    path: '/v1/reviews',
    tag: 'Reviews',
    summary: 'Create a review, or reuse the one with this externalRef',
    action: 'contribute',
    idempotent: true,
    body: CreateReviewBody,
    example: {
      title: 'Totals wrap on narrow screens',
      projectId: 'prj_01KA3V6Y8T2N5Q7R9W4X1Z0B3C',
      externalRef: 'pr-1284',
      branch: 'fix-totals',
      commit: '9f2c1ab',
    },
    errors: ['not_found', 'project_limit_reached', 'review_limit_reached'],
    mcp: {
      name: 'open_review',
      description:
        'Open a review of one change, such as a pull request, for its screenshots and videos. An ' +
        'externalRef makes it repeatable: the review that has it is returned. Show its url to the person.',
    },
    responses: { 201: CreatedReview, 200: CreatedReview },
  },

  readReview: {
    method: 'GET',
    path: '/v1/reviews/{id}',
    tag: 'Reviews',
    summary: 'Read a review with its artifacts, revisions and counts',
    description: 'The capability addresses in it grant access: keep them private.',
    action: 'readReviews',
    params: idParams('review'),
    hasEtag: true,
    responses: { 200: ReviewPayload },
  },

  updateReview: {
    method: 'PATCH',
    path: '/v1/reviews/{id}',
    tag: 'Reviews',
    summary: 'Change title, branch, commit or pull request',
    description: 'Omitted fields stay; null removes a value.',
    action: 'contribute',
    params: idParams('review'),
    body: UpdateReviewBody,
    example: { commit: '4be81d0', prRef: '#1284' },
    responses: { 200: UpdatedReview },
  },

  watchReview: {
    method: 'GET',
    path: '/api/reviews/{id}/events',
    tag: 'Dashboard',
    summary: 'Stream the changes of a review',
    action: 'useDashboard',
    agentsCall: 'GET /v1/reviews/{id}/wait',
    internal: true,
    params: idParams('review'),
    query: WatchQuery,
    errors: ['rate_limited'],
    responses: { 200: changeEvents },
  },

  readReviewMarkdown: {
    method: 'GET',
    path: '/v1/reviews/{id}/markdown',
    tag: 'Reviews',
    summary: 'Read the Markdown of a review for a pull request',
    action: 'readReviews',
    params: idParams('review'),
    query: z.object({ format: z.enum(['json', 'text']).optional() }),
    hasEtag: true,
    responses: {
      200: z
        .strictObject({
          reviewId: id('review'),
          url: address,
          markdown: z.string(),
          mediaExpiresAt: timestamp.nullable().meta({
            description: 'When a card replaces the first of these pictures; null if never.',
          }),
        })
        .meta({ id: 'ReviewMarkdown' }),
    },
    textResponse: { raw: 'text/markdown', description: 'The Markdown itself, with `format=text`.' },
  },

  decideReview: {
    method: 'POST',
    path: '/api/reviews/{id}/status',
    tag: 'Dashboard',
    summary: 'Set the verdict of a review',
    description:
      'Records it as the verdict of the caller too. If the project needs every requested reviewer, ' +
      '`verified` becomes the status of the review with the last of them.',
    action: 'decide',
    internal: true,
    params: idParams('review'),
    body: z.object({
      status: z.enum(reviewStatuses),
      comment: optional(requiredText(limits.commentBody)),
    }),
    responses: { 200: Review },
  },

  undoVerdict: {
    method: 'POST',
    path: '/api/reviews/{id}/status/undo',
    tag: 'Dashboard',
    summary: 'Withdraw the last verdict of the signed-in person on a review',
    description:
      'Restores what it replaced: the status of the review with its person, time and comment, and the ' +
      'previous verdict of the caller. Only while no verdict followed it.',
    action: 'decide',
    internal: true,
    errors: ['conflict'],
    params: idParams('review'),
    body: z.object({
      decidedAt: timestamp.meta({ description: 'When it was given, so that no other one is withdrawn.' }),
    }),
    responses: { 200: z.strictObject({ review: Review, reviewers: z.array(Reviewer) }) },
  },

  requestReviewers: {
    method: 'PUT',
    path: '/api/reviews/{id}/reviewers',
    tag: 'Dashboard',
    summary: 'Choose who is asked for a verdict on a review',
    action: 'requestReviewers',
    internal: true,
    params: idParams('review'),
    body: z.object({
      userIds: z
        .array(id('user'))
        .max(limits.requestedReviewers, `must have at most ${limits.requestedReviewers} people`),
    }),
    responses: { 200: z.strictObject({ reviewers: z.array(Reviewer) }) },
  },

  deleteReview: {
    method: 'DELETE',
    path: '/api/reviews/{id}',
    tag: 'Dashboard',
    summary: 'Delete a review with everything in it',
    action: 'deleteEvidence',
    internal: true,
    params: idParams('review'),
    responses: { 204: null },
  },

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
    query: z.object({ workspaceId: id('workspace').optional() }),
    errors: ['not_found'],
    responses: {
      200: z.strictObject({
        addressed: z.array(ReviewSummary).meta({ description: 'Reviews with addressed threads to check.' }),
        sinceVerdict: z.array(ReviewSummary).meta({
          description:
            'Verified reviews with news for the caller, however old the verdict is, and those for which ' +
            'the caller requested changes, with only new comments.',
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
            'Others that were verified within the last seven days, even by the caller alone if more ' +
            'reviewers are needed.',
        }),
        hasMore: z.boolean().meta({
          description: 'Whether reviews are left out: the inbox has those that changed last.',
        }),
      }),
    },
  },

  archiveReview: {
    method: 'PUT',
    path: '/api/reviews/{id}/archived',
    tag: 'Dashboard',
    summary: 'Archive a review in the inbox of the signed-in person until it changes, or put it back',
    action: 'useDashboard',
    internal: true,
    params: idParams('review'),
    body: z.object({ archived: z.boolean() }),
    responses: { 204: null },
  },

  markUnseen: {
    method: 'DELETE',
    path: '/api/reviews/{id}/seen',
    tag: 'Dashboard',
    summary: 'Mark a review as unseen by the signed-in person',
    action: 'useDashboard',
    internal: true,
    params: idParams('review'),
    responses: { 204: null },
  },

  markSeen: {
    method: 'POST',
    path: '/v1/reviews/{id}/seen',
    tag: 'Reviews',
    summary: 'Mark items of a review as seen by the signed-in person',
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
